package io.github.raftns.client.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** One run of {@code ns} and what came of it. */
record Ns(int code, String out, String err) {
    static Ns run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = NsMain.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
        return new Ns(code, out.toString(), err.toString());
    }

    /** With the nodes' addresses. */
    static Ns ask(List<FakeNode> nodes, String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.add("--address");
        all.add(nodes.stream().map(FakeNode::address).collect(Collectors.joining(",")));
        return run(all.toArray(new String[0]));
    }

    List<String> lines() {
        return out.lines().toList();
    }
}
