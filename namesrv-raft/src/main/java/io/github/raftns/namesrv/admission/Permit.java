package io.github.raftns.namesrv.admission;

/** The right to be worked on. Given back exactly once; giving it back again does nothing. Any thread. */
public interface Permit extends AutoCloseable {
    @Override
    void close();
}
