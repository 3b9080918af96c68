package io.github.raftns.namesrv.replication;

import java.io.Serializable;

/**
 * An intent on its way from a follower to the leader. Travels as Hessian, so the fields are plain and set by reflection; what it
 * carries is protobuf. Made by {@link PeerForwarder}, read by {@link ForwardProcessor}.
 */
final class ForwardRequest implements Serializable {
    private static final long serialVersionUID = 1L;

    private String clusterId;
    private byte[] intent;

    /** For Hessian alone, which fills the fields. */
    private ForwardRequest() {}

    ForwardRequest(String clusterId, byte[] intent) {
        this.clusterId = clusterId;
        this.intent = intent;
    }

    String clusterId() {
        return clusterId;
    }

    byte[] intent() {
        return intent;
    }
}
