package io.github.raftns.namesrv.observe;

/** One counter, looked up once and cheap to raise. Any thread. */
public interface Tally {
    void add();
}
