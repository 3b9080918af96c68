package io.github.raftns.rpc.codec;

/**
 * How much one registration body may hold once it is unpacked. A frame of 16 MiB can inflate to gigabytes and a few bytes
 * of JSON can become an object of a hundred, so bytes and counts are both bounded.
 *
 * @param inflatedBytesMax bytes that come out of a compressed body
 * @param topicsMax different topics in one body
 * @param mappedQueuesMax entries of all static-topic mappings of one body together
 * @param filterServersMax entries of the list of filter servers
 */
public record BodyLimits(int inflatedBytesMax, int topicsMax, int mappedQueuesMax, int filterServersMax) {
    private static final BodyLimits DEFAULTS = new BodyLimits(64 << 20, 200_000, 1 << 18, 16);

    /** @throws IllegalArgumentException when a limit is not positive */
    public BodyLimits {
        if (inflatedBytesMax < 1 || topicsMax < 1 || mappedQueuesMax < 1 || filterServersMax < 1) {
            throw new IllegalArgumentException("every body limit must be positive, got " + inflatedBytesMax + ", "
                    + topicsMax + ", " + mappedQueuesMax + ", " + filterServersMax);
        }
    }

    public static BodyLimits defaults() {
        return DEFAULTS;
    }
}
