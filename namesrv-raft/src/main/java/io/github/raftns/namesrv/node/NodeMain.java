package io.github.raftns.namesrv.node;

import io.github.raftns.namesrv.config.ConfigFault;
import io.github.raftns.namesrv.config.ConfigFile;
import io.github.raftns.namesrv.config.NodeConfig;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts one node, with the stock command's flags. */
@Command(
        name = "mqnamesrv",
        sortOptions = false,
        description = "Starts one node of a raftns cluster: a NameServer for Apache RocketMQ.",
        footer = "Without -c: a cluster of one on port 9876, its data below the user's home directory.")
public final class NodeMain implements Callable<Integer> {
    /** As the stock command exits for a bad option. */
    private static final int EXIT_USAGE = 1;

    /** The node could not start as asked. */
    private static final int EXIT_REFUSED = 1;

    @Option(
            names = {"-c", "--configFile"},
            paramLabel = "FILE",
            description = "properties file")
    private Path configFile;

    @Option(
            names = {"-p", "--printConfigItem"},
            description = "print the configuration that would hold, and exit")
    private boolean printConfiguration;

    @Option(
            names = {"-n", "--namesrvAddr"},
            paramLabel = "LIST",
            description = "accepted and without effect, as in the stock command")
    @SuppressWarnings("UnusedVariable") // scripts pass it to the stock command, where it has no effect either
    private String ignoredNameServers;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text, and exit")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    private NodeMain() {}

    /**
     * Does not return while the node runs. Exit codes: 143 after a clean stop on SIGTERM (130 on SIGINT), as every JVM ends on a
     * signal; 1 when it could not start as asked; 70 when it must not go on.
     */
    public static void main(String[] arguments) {
        CommandLine commandLine = new CommandLine(new NodeMain());
        commandLine.setParameterExceptionHandler((problem, tokens) -> {
            System.err.println("mqnamesrv: " + problem.getMessage() + "; -h shows the options");
            return EXIT_USAGE;
        });
        int code = commandLine.execute(arguments);
        if (code != 0) {
            System.exit(code);
        }
    }

    @Override
    public Integer call() {
        Path home = Path.of(System.getProperty("user.home"), "namesrv");
        try {
            NodeConfig config = configFile == null ? ConfigFile.defaults(home) : ConfigFile.read(configFile, home);
            if (printConfiguration) {
                config.effective().forEach((key, value) -> System.out.println(key + "=" + value));
                config.warnings().forEach(warning -> System.err.println("mqnamesrv: " + warning));
                return 0;
            }
            if (configFile != null) {
                System.out.println("load config properties file OK, " + configFile);
            }
            NodeProcess.run(config);
            return 0;
        } catch (ConfigFault | StartRefused refused) {
            System.err.println("mqnamesrv: " + refused.getMessage());
            return EXIT_REFUSED;
        }
    }
}
