package io.github.raftns.namesrv.robustness;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The small programs of ours that use a stock client. They are compiled at run time against the class path of the version they run on:
 * on ours they would meet another Netty. Kept in the build directory by the digest of all that went into them.
 */
final class Drivers {
    private static final String PACKAGE = "io.github.raftns.namesrv.robustness.driver";
    private static final List<String> NAMES = List.of("LabProducer", "LabConsumer", "LabRoute");

    private Drivers() {}

    static String mainClass(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException(name + " is not one of " + NAMES);
        }
        return PACKAGE + "." + name;
    }

    /** The version's class path with the compiled drivers in front. */
    static String classPath(RocketmqVersion version) throws InterruptedException {
        String stock = version.classPath();
        return BuildCache.alone(directory -> {
            Map<String, String> sources = sources();
            Path all = Files.createDirectories(directory.resolve(version.number() + "-drivers"));
            Path compiled = all.resolve(digest(sources, stock));
            if (!Files.exists(compiled)) {
                Files.move(compile(sources, stock, all), compiled, StandardCopyOption.ATOMIC_MOVE);
            }
            return compiled + File.pathSeparator + stock;
        });
    }

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        for (String name : NAMES) {
            String resource = "/rocketmq/drivers/" + name + ".java";
            try (InputStream text = Drivers.class.getResourceAsStream(resource)) {
                if (text == null) {
                    throw new IllegalStateException(resource + " is not on the class path of the tests");
                }
                sources.put(name, new String(text.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return sources;
    }

    private static String digest(Map<String, String> sources, String classPath) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(Runtime.version().toString().getBytes(StandardCharsets.UTF_8));
            sha.update(classPath.getBytes(StandardCharsets.UTF_8));
            sources.values().forEach(source -> sha.update(source.getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(sha.digest()).substring(0, 16);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    /** Into a fresh directory: a compilation that was broken off must never be taken for a finished one. */
    private static Path compile(Map<String, String> sources, String classPath, Path parent) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException("the tests run on a JRE; the drivers need a JDK's compiler");
        }
        Path work = Files.createTempDirectory(parent, "new");
        Path code = Files.createDirectory(work.resolve("classes"));
        Path text = Files.createDirectory(work.resolve("sources"));
        List<Path> files = sources.entrySet().stream()
                .map(source -> write(text.resolve(source.getKey() + ".java"), source.getValue()))
                .toList();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager javaFiles = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            complaints,
                            javaFiles,
                            null,
                            List.of("-cp", classPath, "-d", code.toString(), "-proc:none", "-encoding", "UTF-8"),
                            null,
                            javaFiles.getJavaFileObjectsFromPaths(files))
                    .call();
            if (!compiled) {
                throw new IllegalStateException("the drivers do not compile:\n" + complaints);
            }
        }
        return code;
    }

    private static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
