package io.github.raftns.namesrv.robustness;

/**
 * What a cold client got at its first and only ask.
 *
 * @param found whether there was a route
 * @param elapsedMillis of the ask alone, without the start of its JVM
 * @param detail the queues, or the reason
 */
record RouteAnswer(boolean found, long elapsedMillis, String detail) {}
