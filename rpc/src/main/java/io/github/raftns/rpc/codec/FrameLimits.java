package io.github.raftns.rpc.codec;

/**
 * How much of a frame is accepted before anything is believed of it.
 *
 * @param frameBytesMax largest value of a frame's length field, in bytes; stock's default and ours is 16 MiB
 * @param headerBytesMax largest header, in bytes. Stock has no limit below the frame's; ours is 64 KiB: the longest
 *     sensible header is a dozen names of at most 512 characters
 * @param extFieldsMax most ext-fields in one header
 * @param unfinishedBytesMax bytes of frames still arriving that all channels of one server or client may hold together;
 *     a channel that would go over it is closed
 */
public record FrameLimits(int frameBytesMax, int headerBytesMax, int extFieldsMax, long unfinishedBytesMax) {
    /** The length field counts the type byte and the 24-bit header length, so no frame is shorter. */
    static final int FRAME_BYTES_MIN = 4;

    private static final FrameLimits DEFAULTS = new FrameLimits(16 << 20, 64 << 10, 256, 512L << 20);

    /** @throws IllegalArgumentException when a limit is too small to let any request in */
    public FrameLimits {
        if (unfinishedBytesMax < frameBytesMax) {
            throw new IllegalArgumentException("unfinishedBytesMax " + unfinishedBytesMax
                    + " has no room for one frame of " + frameBytesMax + " bytes");
        }
        if (frameBytesMax < 1024 || headerBytesMax < 256 || extFieldsMax < 16) {
            throw new IllegalArgumentException("frame limits too small: at least 1024 frame bytes, 256 header bytes and"
                    + " 16 ext-fields are needed, got " + frameBytesMax + ", " + headerBytesMax + ", " + extFieldsMax);
        }
    }

    public static FrameLimits defaults() {
        return DEFAULTS;
    }

    public FrameLimits withUnfinishedBytesMax(long bytes) {
        return new FrameLimits(frameBytesMax, headerBytesMax, extFieldsMax, Math.max(frameBytesMax, bytes));
    }

    public FrameLimits withFrameBytesMax(int bytes) {
        return new FrameLimits(bytes, headerBytesMax, extFieldsMax, Math.max(bytes, unfinishedBytesMax));
    }
}
