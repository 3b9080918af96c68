package io.github.raftns.namesrv.admission;

/**
 * How much may be in flight at once on one node.
 *
 * @param registrations 103 that are not known to add nothing, until they are answered
 * @param registrationBytes bodies of those, as received
 * @param controls goodbyes
 * @param listings 106 and 206 that a worker must encode; low, as they delay the registrations behind them
 * @param natives native requests
 */
public record GateLimits(int registrations, long registrationBytes, int controls, int listings, int natives) {
    public static final GateLimits DEFAULT = new GateLimits(4_096, 256L << 20, 4_096, 32, 256);

    public GateLimits {
        if (registrations < 1 || registrationBytes < 1 || controls < 1 || listings < 1 || natives < 1) {
            throw new IllegalArgumentException("every limit must be at least 1");
        }
    }
}
