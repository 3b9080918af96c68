package io.github.raftns.client.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Three nodes that know each other; the first leads. */
final class FakeCluster implements BeforeEachCallback, AfterEachCallback {
    private List<FakeNode> nodes = List.of();

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        nodes = new ArrayList<>(List.of(FakeNode.start("1"), FakeNode.start("2"), FakeNode.start("3")));
        for (FakeNode node : nodes) {
            node.members(node(1), node(2), node(3));
        }
        node(1).lead();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        nodes.forEach(FakeNode::close);
    }

    /** From 1. */
    FakeNode node(int number) {
        return nodes.get(number - 1);
    }

    List<FakeNode> all() {
        return List.copyOf(nodes);
    }
}
