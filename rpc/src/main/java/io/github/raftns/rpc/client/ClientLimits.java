package io.github.raftns.rpc.client;

import io.github.raftns.rpc.codec.FrameLimits;
import io.github.raftns.rpc.message.HeaderForm;
import java.time.Duration;
import java.util.Objects;

/**
 * Every limit of a client, in one place.
 *
 * @param frame how much of a frame is accepted
 * @param form the form of our requests' headers
 * @param pendingMax unanswered calls of one connection; one more fails at once
 * @param unsentBytesMax bytes of one connection that the socket has not taken; above it calls fail at once
 * @param idleMax a connection that neither sent nor got a byte for so long is closed
 * @param resolvingMax host names being looked up or waiting for it; one more fails at once
 */
public record ClientLimits(
        FrameLimits frame, HeaderForm form, int pendingMax, int unsentBytesMax, Duration idleMax, int resolvingMax) {
    private static final ClientLimits DEFAULTS =
            new ClientLimits(FrameLimits.defaults(), HeaderForm.JSON, 4_096, 64 << 20, Duration.ofMinutes(2), 256);

    /** @throws IllegalArgumentException when a number is not positive */
    public ClientLimits {
        Objects.requireNonNull(frame, "frame");
        Objects.requireNonNull(form, "form");
        Objects.requireNonNull(idleMax, "idleMax");
        if (pendingMax < 1 || unsentBytesMax < 1 || resolvingMax < 1) {
            throw new IllegalArgumentException("pendingMax, unsentBytesMax and resolvingMax must be positive");
        }
    }

    public static ClientLimits defaults() {
        return DEFAULTS;
    }

    public ClientLimits withForm(HeaderForm other) {
        return new ClientLimits(frame, other, pendingMax, unsentBytesMax, idleMax, resolvingMax);
    }

    public ClientLimits withPendingMax(int max) {
        return new ClientLimits(frame, form, max, unsentBytesMax, idleMax, resolvingMax);
    }

    public ClientLimits withIdleMax(Duration max) {
        return new ClientLimits(frame, form, pendingMax, unsentBytesMax, max, resolvingMax);
    }
}
