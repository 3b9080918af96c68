package io.github.raftns.client.cli;

import io.github.raftns.client.NameServerClient;
import io.github.raftns.rpc.model.HostPort;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The command line {@code ns}: global options and the list of commands. Exit codes: 0 done and nothing found; 1 a finding or a
 * failure, with one line on stderr; 2 wrong usage.
 */
@Command(
        name = "ns",
        description = "Administration of a raftns cluster.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = VersionFromJar.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, nothing is wrong",
            "1:something is wrong, or it could not be done; stderr says what",
            "2:wrong usage"
        },
        subcommands = {
            StatusCommand.class,
            RouteCommand.class,
            BrokersCommand.class,
            TopicsCommand.class,
            VerifyCommand.class
        })
public final class NsMain {
    @Option(
            names = "--address",
            scope = ScopeType.INHERIT,
            paramLabel = "host:port",
            split = "[,;]",
            splitSynopsisLabel = ",",
            defaultValue = "${env:NAMESRV_ADDR:-127.0.0.1:9876;127.0.0.1:9877;127.0.0.1:9878}",
            description =
                    "Nodes to ask, separated by commas or semicolons; others that they name are found. Default: what NAMESRV_ADDR"
                            + " says, else the local cluster: 127.0.0.1:9876, 9877 and 9878")
    private List<HostPort> addresses;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print JSON instead of a table.")
    private boolean json;

    @Option(
            names = "--timeout",
            scope = ScopeType.INHERIT,
            paramLabel = "time",
            defaultValue = "3s",
            description = "How long one question to one node may take, such as 3s or 500ms. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    @Spec
    private CommandSpec spec;

    NsMain() {}

    public static void main(String[] args) {
        if (System.getProperty("logback.configurationFile") == null) {
            System.setProperty("logback.configurationFile", "logback-ns.xml");
        }
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = run(out, err, args);
        out.flush();
        err.flush();
        System.exit(code);
    }

    /** What {@link #main} does but for the end of the process. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = new CommandLine(new NsMain())
                .registerConverter(HostPort.class, text -> converted(text, HostPort::parse))
                .registerConverter(Duration.class, text -> converted(text, Timeouts::parse))
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler((wrong, given) -> {
                    err.println("ns: " + firstLine(wrong.getMessage()) + "; see 'ns --help'");
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((fault, command, parsed) -> {
                    if (fault instanceof CliFailure failure) {
                        err.println("ns: " + failure.getMessage());
                        return CommandLine.ExitCode.SOFTWARE;
                    }
                    throw fault;
                });
        return line.execute(args);
    }

    /** picocli shows the message of this exception alone, and of any other its class too. */
    private static <T> T converted(String text, Function<String, T> form) {
        try {
            return form.apply(text);
        } catch (IllegalArgumentException wrong) {
            throw new CommandLine.TypeConversionException(wrong.getMessage());
        }
    }

    /** As given, each once. */
    List<HostPort> addresses() {
        return List.copyOf(new LinkedHashSet<>(addresses));
    }

    boolean json() {
        return json;
    }

    Nodes connect() {
        return new Nodes(new NameServerClient(timeout));
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** A line for people, beside the output. */
    void note(String line) {
        spec.commandLine().getErr().println("ns: " + line);
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return (end < 0 ? text : text.substring(0, end)).strip();
    }
}
