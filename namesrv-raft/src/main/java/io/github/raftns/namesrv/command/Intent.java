package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.Registration;
import java.util.Objects;

/**
 * What somebody wants changed, before the leader judged it. An intent may be forwarded once; a command never is. Most
 * intents need no judging; a registration becomes a difference first.
 */
public sealed interface Intent permits Intent.Register, Intent.Direct {
    /** A registration as its broker sent it; the leader turns it into {@link RegisterBroker} commands, or none. */
    record Register(Registration registration) implements Intent {
        public Register {
            Objects.requireNonNull(registration, "registration");
        }
    }

    /** A command that can be proposed as it is. */
    record Direct(Command command) implements Intent {
        public Direct {
            Objects.requireNonNull(command, "command");
        }
    }
}
