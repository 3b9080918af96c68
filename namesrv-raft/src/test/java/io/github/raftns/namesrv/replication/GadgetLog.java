package io.github.raftns.namesrv.replication;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Which gadgets were touched: a class that was initialised, made, read or hashed has run code that the bytes chose. */
final class GadgetLog {
    private static final ConcurrentMap<String, AtomicInteger> TOUCHES = new ConcurrentHashMap<>();

    private GadgetLog() {}

    static void touched(String gadget) {
        TOUCHES.computeIfAbsent(gadget, name -> new AtomicInteger()).incrementAndGet();
    }

    static int touches(String gadget) {
        return TOUCHES.getOrDefault(gadget, new AtomicInteger()).get();
    }
}
