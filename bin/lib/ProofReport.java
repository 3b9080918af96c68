import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Turns the test reports of a proof's runs into the lines of its result file. Called by bin/prove as a single-file program:
 * {@code java ProofReport.java RUN_DIRECTORY...}; every directory holds the XML reports of one Maven run. Exit code 1 when a test
 * failed or there is none.
 */
public final class ProofReport {
    /** jqwik's account of a property: its name is in the line above, tries and seed below. */
    private static final Pattern PROPERTY =
            Pattern.compile("^timestamp = [^,]+, (?<name>.+?) = ?$|^tries = (?<tries>\\d+)|^seed = (?<seed>-?\\d+)");

    private record Test(String suite, String name, String seconds, String result) {}

    private record Seed(String property, String tries, String seed) {}

    private final List<Test> tests = new ArrayList<>();
    private final List<Seed> seeds = new ArrayList<>();

    private ProofReport() {}

    public static void main(String[] directories) throws IOException, ParserConfigurationException, SAXException {
        int failed = 0;
        int all = 0;
        for (String directory : directories) {
            ProofReport report = new ProofReport();
            report.read(Path.of(directory));
            report.print(new File(directory).getName());
            all += report.tests.size();
            failed += (int) report.tests.stream().filter(test -> test.result().equals("FAILED")).count();
        }
        System.out.println();
        System.out.println(all + " tests, " + failed + " failed.");
        if (failed > 0 || all == 0) {
            System.exit(1);
        }
    }

    private void read(Path directory) throws IOException, ParserConfigurationException, SAXException {
        DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        List<Path> files;
        try (Stream<Path> found = Files.walk(directory)) {
            files = found.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .sorted(Comparator.comparing(file -> file.getFileName().toString()))
                    .toList();
        }
        for (Path file : files) {
            Document document = builder.parse(file.toFile());
            NodeList cases = document.getElementsByTagName("testcase");
            for (int i = 0; i < cases.getLength(); i++) {
                Element test = (Element) cases.item(i);
                tests.add(new Test(
                        test.getAttribute("classname"),
                        test.getAttribute("name"),
                        test.getAttribute("time"),
                        result(test)));
            }
            NodeList outputs = document.getElementsByTagName("system-out");
            for (int i = 0; i < outputs.getLength(); i++) {
                readSeeds(outputs.item(i).getTextContent());
            }
        }
    }

    private static String result(Element test) {
        if (test.getElementsByTagName("failure").getLength() > 0
                || test.getElementsByTagName("error").getLength() > 0) {
            return "FAILED";
        }
        return test.getElementsByTagName("skipped").getLength() > 0 ? "skipped" : "passed";
    }

    private void readSeeds(String output) {
        String name = "";
        String tries = "";
        for (String line : output.lines().toList()) {
            Matcher found = PROPERTY.matcher(line.strip());
            if (!found.find()) {
                continue;
            }
            if (found.group("name") != null) {
                name = found.group("name");
            } else if (found.group("tries") != null) {
                tries = found.group("tries");
            } else {
                seeds.add(new Seed(name, tries, found.group("seed")));
            }
        }
    }

    /** Each test class in one line, each round of a repeated test in one of its own. */
    private void print(String run) {
        System.out.println();
        System.out.println("## " + run);
        System.out.println();
        System.out.println("| test | result | seconds |");
        System.out.println("|---|---|---|");
        Map<String, List<Test>> suites = new LinkedHashMap<>();
        tests.forEach(test ->
                suites.computeIfAbsent(test.suite(), any -> new ArrayList<>()).add(test));
        suites.forEach((suite, cases) -> {
            long good = cases.stream().filter(test -> test.result().equals("passed")).count();
            double seconds = cases.stream()
                    .mapToDouble(test -> Double.parseDouble(test.seconds().replace(",", "")))
                    .sum();
            System.out.println(String.format(
                    Locale.ROOT, "| %s | %d of %d passed | %.1f |", suite, good, cases.size(), seconds));
            for (Test test : cases) {
                boolean round = test.name().endsWith("]") || test.name().matches(".*, round \\d+");
                if (round || !test.result().equals("passed")) {
                    System.out.println("| - " + test.name().replace("|", "\\|") + " | " + test.result() + " | "
                            + test.seconds() + " |");
                }
            }
        });
        if (!seeds.isEmpty()) {
            System.out.println();
            System.out.println("| property | tries | seed |");
            System.out.println("|---|---|---|");
            seeds.forEach(seed ->
                    System.out.println("| " + seed.property() + " | " + seed.tries() + " | " + seed.seed() + " |"));
        }
    }
}
