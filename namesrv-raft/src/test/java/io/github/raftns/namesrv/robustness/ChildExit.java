package io.github.raftns.namesrv.robustness;

/** How a short-lived child ended and what it printed. */
record ChildExit(int code, String output) {}
