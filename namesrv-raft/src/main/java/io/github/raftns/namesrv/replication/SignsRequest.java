package io.github.raftns.namesrv.replication;

import java.io.Serializable;

/** A follower's report of signs of life to the leader; the report itself is protobuf. */
final class SignsRequest implements Serializable {
    private static final long serialVersionUID = 1L;

    private String clusterId;
    private byte[] signs;

    /** For Hessian alone, which fills the fields. */
    private SignsRequest() {}

    SignsRequest(String clusterId, byte[] signs) {
        this.clusterId = clusterId;
        this.signs = signs;
    }

    String clusterId() {
        return clusterId;
    }

    byte[] signs() {
        return signs;
    }
}
