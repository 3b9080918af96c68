package io.github.raftns.namesrv.replication;

import java.nio.ByteBuffer;

/**
 * What the first bytes of a bolt frame say of its length.
 *
 * <pre>
 * protocol 1:  protocol(1) type(1) command(2) version(1) id(4) codec(1) timeout(4) | status(2)  classLen(2) headerLen(2) contentLen(4)
 * protocol 2:  protocol(1) version(1) type(1) command(2) version(1) id(4) codec(1) switch(1) timeout(4) | status(2)
 *              classLen(2) headerLen(2) contentLen(4), and four bytes of checksum at the end when version 2 and switch 1
 * </pre>
 *
 * A request has a timeout, a response a status. Lengths are signed in bolt; a negative one is broken.
 *
 * @param bodyBytes what follows the header; valid when complete
 */
record FrameHeader(boolean broken, boolean complete, long bodyBytes) {
    static final int BYTES_MAX = 24;

    private static final FrameHeader PARTIAL = new FrameHeader(false, false, 0);
    private static final FrameHeader BROKEN = new FrameHeader(true, false, 0);
    private static final int RESPONSE = 0;
    private static final int ONEWAY = 2;

    static FrameHeader read(byte[] bytes, int known) {
        int protocol = bytes[0];
        if (protocol != 1 && protocol != 2) {
            return BROKEN;
        }
        int typeAt = protocol == 1 ? 1 : 2;
        if (known > 1 && protocol == 2 && bytes[1] != 1 && bytes[1] != 2) {
            return BROKEN;
        }
        if (known <= typeAt) {
            return PARTIAL;
        }
        int type = bytes[typeAt];
        if (type < RESPONSE || type > ONEWAY) {
            return BROKEN;
        }
        int fixed = (protocol == 1 ? 10 : 12) + (type == RESPONSE ? 2 : 4);
        if (known < fixed + 8) {
            return PARTIAL;
        }
        ByteBuffer lengths = ByteBuffer.wrap(bytes);
        int classBytes = lengths.getShort(fixed);
        int headerBytes = lengths.getShort(fixed + 2);
        int contentBytes = lengths.getInt(fixed + 4);
        if (classBytes < 0 || headerBytes < 0 || contentBytes < 0) {
            return BROKEN;
        }
        boolean checksum = protocol == 2 && bytes[1] == 2 && (bytes[11] & 1) == 1;
        return new FrameHeader(false, true, (long) classBytes + headerBytes + contentBytes + (checksum ? 4 : 0));
    }
}
