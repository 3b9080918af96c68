package io.github.raftns.namesrv.robustness;

/** A response as it came over the wire. */
record RawAnswer(int code, String header, String body) {}
