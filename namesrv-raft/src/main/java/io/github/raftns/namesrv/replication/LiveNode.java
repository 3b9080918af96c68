package io.github.raftns.namesrv.replication;

import com.alipay.sofa.jraft.Node;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;

/**
 * JRaft's node, for as long as it may be called: before it was started, or after it was shut down, it answers with whatever its
 * missing queues throw. Any thread.
 */
final class LiveNode {
    private final Node node;
    private final ReadWriteLock gate = new ReentrantReadWriteLock();
    private boolean open; // guarded by the gate

    LiveNode(Node node) {
        this.node = node;
    }

    boolean isLeader() {
        return node.isLeader(false);
    }

    /**
     * @return false when the node is not open or closing; JRaft may then have run a closure as well
     */
    boolean call(Consumer<Node> action) {
        gate.readLock().lock();
        try {
            if (!open) {
                return false;
            }
            action.accept(node);
            return true;
        } catch (IllegalStateException shuttingDown) {
            return false;
        } finally {
            gate.readLock().unlock();
        }
    }

    /** The node was started. */
    void open() {
        set(true);
    }

    /** No call begins after this returned, and none is under way. */
    void close() {
        set(false);
    }

    private void set(boolean value) {
        gate.writeLock().lock();
        try {
            open = value;
        } finally {
            gate.writeLock().unlock();
        }
    }
}
