package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.message.HeaderForm;
import java.util.SortedMap;

/**
 * A header to be written.
 *
 * @param flags as in {@link FrameHeader}
 * @param remark null leaves it out
 * @param extFields null leaves them out
 */
record OutgoingHeader(
        HeaderForm form, int code, int opaque, int flags, String remark, SortedMap<String, String> extFields) {
    /**
     * What we say our version is: the ordinal of V5_4_0. No peer decides anything on the version in a reply; in our own
     * requests it asks for standard JSON.
     */
    static final int VERSION = 493;

    /** What we say our language is. */
    static final String LANGUAGE = "JAVA";

    static final int LANGUAGE_CODE = 0;
}
