package io.github.raftns.rpc.codec;

/** The numbers of one topic as a body says them, before they get their meaning. */
record TopicNumbers(int readQueues, int writeQueues, int permission, int systemFlags) {
    /** What stock assumes where a body says nothing. */
    static final int QUEUES_WHEN_ABSENT = 16;

    static final int PERMISSION_WHEN_ABSENT = 6;
    static final int SYSTEM_FLAGS_WHEN_ABSENT = 0;
}
