package io.github.raftns.namesrv.robustness;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs inside every child JVM, as an agent, beside an unmodified main class: ends the child when its parent is gone (the pipe on
 * standard input closes, however the parent died) and when its longest lifetime is over. Stands on the JDK alone, since it is packed
 * by itself into a jar of its own ({@link LifeGuardJar}).
 *
 * <p>Public, as the JVM demands of an agent.
 */
public final class LifeGuard {
    static final int PARENT_GONE = 90;
    static final int LIFETIME_OVER = 91;

    private LifeGuard() {}

    /** @param lifetimeSeconds the agent's argument: a whole number of seconds */
    public static void premain(String lifetimeSeconds, Instrumentation ignored) {
        long seconds = Long.parseLong(lifetimeSeconds);
        watch("lab-parent", LifeGuard::untilParentIsGone, PARENT_GONE);
        watch("lab-lifetime", () -> untilLifetimeIsOver(seconds), LIFETIME_OVER);
    }

    /** Halts: the shutdown hooks of the program under test may hang, which is what a test may be about. */
    private static void watch(String name, Runnable untilTheEnd, int exitCode) {
        Thread thread = new Thread(
                () -> {
                    untilTheEnd.run();
                    Runtime.getRuntime().halt(exitCode);
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void untilParentIsGone() {
        byte[] ignored = new byte[64];
        try {
            while (System.in.read(ignored) >= 0) {
                // nobody writes to a child; only the end of the stream has a meaning
            }
        } catch (IOException broken) {
            // a broken pipe means the same as a closed one
        }
    }

    private static void untilLifetimeIsOver(long seconds) {
        CountDownLatch never = new CountDownLatch(1);
        try {
            if (never.await(seconds, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody counts this latch down");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
