package io.github.raftns.namesrv.robustness;

import java.util.concurrent.CountDownLatch;

/** A child program that says one line and never ends by itself. */
final class Patience {
    private Patience() {}

    /** Says READY and waits. */
    public static void main(String[] args) throws InterruptedException {
        System.out.println("READY");
        new CountDownLatch(1).await();
    }
}
