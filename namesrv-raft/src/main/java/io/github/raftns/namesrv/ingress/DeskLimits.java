package io.github.raftns.namesrv.ingress;

/**
 * How much the leader's desk takes in.
 *
 * @param jobs registrations waiting or under way, and direct commands under way, each
 * @param waitingPerBroker registrations of one broker name that wait for the one under way
 * @param partBytes a change bigger than this goes as several entries (design D7)
 */
public record DeskLimits(int jobs, int waitingPerBroker, int partBytes) {
    public static final DeskLimits DEFAULT = new DeskLimits(4_096, 64, 256 << 10);

    public DeskLimits {
        if (jobs < 1 || waitingPerBroker < 1 || partBytes < 1) {
            throw new IllegalArgumentException("every limit must be at least 1");
        }
    }
}
