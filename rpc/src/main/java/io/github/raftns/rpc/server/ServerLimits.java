package io.github.raftns.rpc.server;

import io.github.raftns.rpc.codec.FrameLimits;
import java.time.Duration;
import java.util.Objects;

/**
 * Every limit of a server, in one place.
 *
 * @param frame how much of a frame is accepted
 * @param connectionsMax accepted connections at a time; one more is closed at once
 * @param inFlightMax unanswered two-way requests of one channel; at that many the channel is not read
 * @param inFlightResume at that many or fewer it is read again
 * @param writeBufferLowBytes bytes waiting to be sent to one channel: below this it is read again
 * @param writeBufferHighBytes above this it is not read
 * @param backlog connections the kernel may hold before they are accepted
 * @param idleMax a channel that neither sent nor got a byte for so long is closed
 * @param drainMax how long a channel that is to close after its replies may wait for them
 * @param lingerMax how long a channel that has sent its last reply waits for the other side to close first
 */
public record ServerLimits(
        FrameLimits frame,
        int connectionsMax,
        int inFlightMax,
        int inFlightResume,
        int writeBufferLowBytes,
        int writeBufferHighBytes,
        int backlog,
        Duration idleMax,
        Duration drainMax,
        Duration lingerMax) {
    private static final ServerLimits DEFAULTS = new ServerLimits(
            FrameLimits.defaults(),
            20_000,
            1_024,
            512,
            256 << 10,
            1 << 20,
            1_024,
            Duration.ofMinutes(2),
            Duration.ofSeconds(5),
            Duration.ofSeconds(1));

    /** @throws IllegalArgumentException when two limits contradict each other */
    public ServerLimits {
        Objects.requireNonNull(frame, "frame");
        Objects.requireNonNull(idleMax, "idleMax");
        Objects.requireNonNull(drainMax, "drainMax");
        Objects.requireNonNull(lingerMax, "lingerMax");
        if (connectionsMax < 1 || backlog < 1) {
            throw new IllegalArgumentException("connectionsMax and backlog must be positive");
        }
        if (inFlightResume < 0 || inFlightMax <= inFlightResume) {
            throw new IllegalArgumentException("0 <= inFlightResume < inFlightMax must hold");
        }
        if (writeBufferLowBytes < 0 || writeBufferHighBytes < writeBufferLowBytes) {
            throw new IllegalArgumentException("0 <= writeBufferLowBytes <= writeBufferHighBytes must hold");
        }
    }

    public static ServerLimits defaults() {
        return DEFAULTS;
    }

    public ServerLimits withFrame(FrameLimits limits) {
        return new ServerLimits(
                limits,
                connectionsMax,
                inFlightMax,
                inFlightResume,
                writeBufferLowBytes,
                writeBufferHighBytes,
                backlog,
                idleMax,
                drainMax,
                lingerMax);
    }

    public ServerLimits withConnectionsMax(int max) {
        return new ServerLimits(
                frame,
                max,
                inFlightMax,
                inFlightResume,
                writeBufferLowBytes,
                writeBufferHighBytes,
                backlog,
                idleMax,
                drainMax,
                lingerMax);
    }

    public ServerLimits withInFlight(int max, int resume) {
        return new ServerLimits(
                frame,
                connectionsMax,
                max,
                resume,
                writeBufferLowBytes,
                writeBufferHighBytes,
                backlog,
                idleMax,
                drainMax,
                lingerMax);
    }

    public ServerLimits withIdleMax(Duration max) {
        return new ServerLimits(
                frame,
                connectionsMax,
                inFlightMax,
                inFlightResume,
                writeBufferLowBytes,
                writeBufferHighBytes,
                backlog,
                max,
                drainMax,
                lingerMax);
    }

    public ServerLimits withDrainMax(Duration max) {
        return new ServerLimits(
                frame,
                connectionsMax,
                inFlightMax,
                inFlightResume,
                writeBufferLowBytes,
                writeBufferHighBytes,
                backlog,
                idleMax,
                max,
                lingerMax);
    }
}
