package io.github.raftns.namesrv.robustness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The node's main class, on the class path and with the flags of the tests. */
final class NodeProgram {
    private static final String MAIN = "io.github.raftns.namesrv.node.NodeMain";

    private NodeProgram() {}

    /** @param home its user's: where a node without configuration would put its data */
    static JavaProgram of(Path home, String... arguments) {
        List<String> flags = new ArrayList<>(TestJvm.nodeFlags());
        flags.addAll(List.of("-Xms64m", "-Xmx384m", "-Duser.home=" + home));
        return new JavaProgram(TestJvm.classPath(), flags, MAIN, List.of(arguments));
    }
}
