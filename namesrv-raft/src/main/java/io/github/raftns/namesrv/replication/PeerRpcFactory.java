package io.github.raftns.namesrv.replication;

import com.alipay.remoting.config.BoltClientOption;
import com.alipay.remoting.config.BoltServerOption;
import com.alipay.sofa.jraft.option.RpcOptions;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcServer;
import com.alipay.sofa.jraft.rpc.impl.BoltRaftRpcFactory;
import com.alipay.sofa.jraft.rpc.impl.BoltRpcClient;
import com.alipay.sofa.jraft.rpc.impl.BoltRpcServer;
import com.alipay.sofa.jraft.util.Endpoint;
import com.alipay.sofa.jraft.util.SPI;

/**
 * How JRaft speaks and listens: bolt, but bound to the one configured address, with a limit on frames, and with
 * {@link EnvelopeSerializer} in place of Hessian. JRaft finds it as a service and makes the one instance of the process, which is
 * why it is public; it has no state.
 */
@SPI(priority = 10)
public final class PeerRpcFactory extends BoltRaftRpcFactory {
    /** For a server that nobody gave a limit to, which none of ours is. */
    private static final int FRAME_BYTES_MAX = ReplicationLimits.DEFAULT.frameBytesMax();

    static {
        EnvelopeSerializer.install();
    }

    @Override
    public ConfigHelper<RpcClient> defaultJRaftClientConfigHelper(RpcOptions options) {
        return options instanceof PeerNodeOptions node ? new ClientOf(node) : null;
    }

    @Override
    public RpcClient createRpcClient(ConfigHelper<RpcClient> helper) {
        if (helper instanceof ClientOf owner) {
            return client(owner.node().links(), owner.node().frameBytesMax());
        }
        RpcClient client = client(LinkFilter.OPEN, FRAME_BYTES_MAX);
        if (helper != null) {
            helper.config(client);
        }
        return client;
    }

    @Override
    public RpcServer createRpcServer(Endpoint address, ConfigHelper<RpcServer> helper) {
        RpcServer server = server(address, FRAME_BYTES_MAX);
        if (helper != null) {
            helper.config(server);
        }
        return server;
    }

    static RpcClient client(LinkFilter links, int frameBytesMax) {
        com.alipay.remoting.rpc.RpcClient bolt = new com.alipay.remoting.rpc.RpcClient();
        bolt.option(BoltClientOption.EXTENDED_NETTY_CHANNEL_HANDLER, new FrameLimits(frameBytesMax));
        return new PeerClient(new BoltRpcClient(bolt), links);
    }

    static RpcServer server(Endpoint address, int frameBytesMax) {
        // managed connections: only those are closed when the server stops
        com.alipay.remoting.rpc.RpcServer bolt =
                new com.alipay.remoting.rpc.RpcServer(address.getIp(), address.getPort(), true);
        bolt.option(BoltServerOption.EXTENDED_NETTY_CHANNEL_HANDLER, new FrameLimits(frameBytesMax));
        return new BoltRpcServer(bolt);
    }

    /** Tells {@link #createRpcClient} whose client it makes. */
    private record ClientOf(PeerNodeOptions node) implements ConfigHelper<RpcClient> {
        @Override
        public void config(RpcClient client) {}
    }
}
