package io.github.raftns.rpc.model;

/** Topic permission bits as they go over the wire: 4 read, 2 write, 1 inherit, 8 priority. */
public record Permission(int bits) {
    private static final int WRITE = 2;

    public boolean isWritable() {
        return (bits & WRITE) != 0;
    }

    public Permission withoutWrite() {
        return isWritable() ? new Permission(bits & ~WRITE) : this;
    }
}
