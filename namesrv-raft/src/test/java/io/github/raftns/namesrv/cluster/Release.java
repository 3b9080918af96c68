package io.github.raftns.namesrv.cluster;

/** The two families of brokers in the field, which differ in what they send. */
enum Release {
    /** 4.9.7: no mappings, no state version, no acting master. */
    V4_9(407),
    /** 5.3.3 */
    V5_3(479);

    private final int version;

    Release(int version) {
        this.version = version;
    }

    int version() {
        return version;
    }
}
