package io.github.raftns.rpc.codec;

/**
 * How much of a frame is accepted before anything is believed of it.
 *
 * @param frameBytesMax largest value of a frame's length field, in bytes; stock's default and ours is 16 MiB
 * @param headerBytesMax largest header, in bytes. Stock has no limit below the frame's; ours is 64 KiB: the longest
 *     sensible header is a dozen names of at most 1,024 characters
 * @param extFieldsMax most ext-fields in one header
 */
public record FrameLimits(int frameBytesMax, int headerBytesMax, int extFieldsMax) {
    /** The length field counts the type byte and the 24-bit header length, so no frame is shorter. */
    static final int FRAME_BYTES_MIN = 4;

    private static final FrameLimits DEFAULTS = new FrameLimits(16 << 20, 64 << 10, 256);

    /** @throws IllegalArgumentException when a limit is too small to let any request in */
    public FrameLimits {
        if (frameBytesMax < 1024 || headerBytesMax < 256 || extFieldsMax < 16) {
            throw new IllegalArgumentException("frame limits too small: at least 1024 frame bytes, 256 header bytes and"
                    + " 16 ext-fields are needed, got " + frameBytesMax + ", " + headerBytesMax + ", " + extFieldsMax);
        }
    }

    public static FrameLimits defaults() {
        return DEFAULTS;
    }

    public FrameLimits withFrameBytesMax(int bytes) {
        return new FrameLimits(bytes, headerBytesMax, extFieldsMax);
    }
}
