package io.github.raftns.store.memory;

import io.github.raftns.store.Reads;
import java.util.Arrays;

/**
 * An immutable sorted map of byte strings: every change is a new map that shares all but one path with the old one.
 *
 * <p>A treap whose priorities come from the keys, so its shape depends on the content alone and its depth stays logarithmic.
 * Keys and values are never handed out without a copy. Any thread.
 */
final class SortedRows {
    static final SortedRows EMPTY = new SortedRows(null, 0);

    private final Node root;
    private final int size;

    private SortedRows(Node root, int size) {
        this.root = root;
        this.size = size;
    }

    int size() {
        return size;
    }

    byte[] get(byte[] key) {
        Node node = find(key);
        return node == null ? null : node.value.clone();
    }

    SortedRows with(byte[] key, byte[] value) {
        int grown = find(key) == null ? size + 1 : size;
        return new SortedRows(put(root, key, value), grown);
    }

    SortedRows without(byte[] key) {
        return find(key) == null ? this : new SortedRows(remove(root, key), size - 1);
    }

    void scan(byte[] prefix, Reads.RowVisitor visitor) {
        scan(root, prefix, visitor);
    }

    private Node find(byte[] key) {
        Node node = root;
        while (node != null) {
            int order = Arrays.compareUnsigned(key, node.key);
            if (order == 0) {
                return node;
            }
            node = order < 0 ? node.left : node.right;
        }
        return null;
    }

    private static Node put(Node node, byte[] key, byte[] value) {
        if (node == null) {
            return new Node(key, value, priority(key), null, null);
        }
        int order = Arrays.compareUnsigned(key, node.key);
        if (order == 0) {
            return new Node(node.key, value, node.priority, node.left, node.right);
        }
        if (order < 0) {
            Node left = put(node.left, key, value);
            return left.priority > node.priority
                    ? left.over(left.left, node.over(left.right, node.right))
                    : node.over(left, node.right);
        }
        Node right = put(node.right, key, value);
        return right.priority > node.priority
                ? right.over(node.over(node.left, right.left), right.right)
                : node.over(node.left, right);
    }

    private static Node remove(Node node, byte[] key) {
        int order = Arrays.compareUnsigned(key, node.key);
        if (order == 0) {
            return join(node.left, node.right);
        }
        return order < 0
                ? node.over(remove(node.left, key), node.right)
                : node.over(node.left, remove(node.right, key));
    }

    private static Node join(Node left, Node right) {
        if (left == null) {
            return right;
        }
        if (right == null) {
            return left;
        }
        return left.priority > right.priority
                ? left.over(left.left, join(left.right, right))
                : right.over(join(left, right.left), right.right);
    }

    /** In order; leaves out the branches that cannot hold the prefix. False = the visitor has seen enough. */
    private static boolean scan(Node node, byte[] prefix, Reads.RowVisitor visitor) {
        if (node == null) {
            return true;
        }
        boolean matches = startsWith(node.key, prefix);
        boolean above = Arrays.compareUnsigned(node.key, prefix) >= 0;
        if (above && !scan(node.left, prefix, visitor)) {
            return false;
        }
        if (matches && !visitor.visit(node.key.clone(), node.value.clone())) {
            return false;
        }
        return (above && !matches) || scan(node.right, prefix, visitor);
    }

    private static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    /** Spreads the bits of a hash that is weak for short keys. */
    private static int priority(byte[] key) {
        int bits = Arrays.hashCode(key) * 0x9E3779B9;
        bits = (bits ^ (bits >>> 16)) * 0x85EBCA6B;
        return bits ^ (bits >>> 13);
    }

    private static final class Node {
        private final byte[] key;
        private final byte[] value;
        private final int priority;
        private final Node left;
        private final Node right;

        Node(byte[] key, byte[] value, int priority, Node left, Node right) {
            this.key = key;
            this.value = value;
            this.priority = priority;
            this.left = left;
            this.right = right;
        }

        Node over(Node newLeft, Node newRight) {
            return new Node(key, value, priority, newLeft, newRight);
        }
    }
}
