package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.option.NodeOptions;

/**
 * JRaft's options of one node, and what its RPC factory, one for the process, must know of that node besides. Written once, before
 * the node starts.
 */
final class PeerNodeOptions extends NodeOptions {
    private final LinkFilter links;
    private final int frameBytesMax;

    PeerNodeOptions(LinkFilter links, int frameBytesMax) {
        this.links = links;
        this.frameBytesMax = frameBytesMax;
    }

    LinkFilter links() {
        return links;
    }

    int frameBytesMax() {
        return frameBytesMax;
    }
}
