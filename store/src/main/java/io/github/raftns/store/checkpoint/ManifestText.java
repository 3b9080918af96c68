package io.github.raftns.store.checkpoint;

import io.github.raftns.store.StoreFault;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A manifest as text: one fact a line, every line ended by a newline, the last one the checksum of all lines before.
 *
 * <pre>
 * raftns-checkpoint 1
 * index 4711
 * term 3
 * digest 9f0c...
 * file &lt;sha256&gt; &lt;length&gt; &lt;name&gt;
 * sha256 &lt;of the lines above&gt;
 * </pre>
 *
 * <p>Parsing is strict: what it accepts, {@link #format} writes back byte for byte.
 */
final class ManifestText {
    private static final String TITLE = "raftns-checkpoint";
    private static final String CHECKSUM = "sha256";
    private static final int LINES_BEFORE_FILES = 4;

    private ManifestText() {}

    static byte[] format(Manifest manifest) {
        StringBuilder text = new StringBuilder();
        text.append(TITLE).append(' ').append(Manifest.FORMAT_VERSION).append('\n');
        text.append("index ").append(manifest.index()).append('\n');
        text.append("term ").append(manifest.term()).append('\n');
        text.append("digest ").append(manifest.digest()).append('\n');
        for (ManifestFile file : manifest.files()) {
            text.append("file ").append(file.sha256()).append(' ').append(file.length());
            text.append(' ').append(file.name()).append('\n');
        }
        String sum = Sha256.of(text.toString().getBytes(StandardCharsets.US_ASCII));
        text.append(CHECKSUM).append(' ').append(sum).append('\n');
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** @throws StoreFault when the bytes are not a manifest of a known format version */
    static Manifest parse(byte[] bytes) {
        List<String> lines = lines(bytes);
        checkVersion(lines.get(0));
        int last = lines.size() - 1;
        if (last < LINES_BEFORE_FILES) {
            throw new StoreFault("the manifest ends early, after " + lines.size() + " lines");
        }
        checkSum(lines.get(last), bytes);
        try {
            List<ManifestFile> files = new ArrayList<>();
            for (int i = LINES_BEFORE_FILES; i < last; i++) {
                files.add(file(lines.get(i)));
            }
            return new Manifest(
                    number(value(lines.get(1), "index")),
                    number(value(lines.get(2), "term")),
                    value(lines.get(3), "digest"),
                    files);
        } catch (IllegalArgumentException e) {
            throw new StoreFault("the manifest makes no sense: " + e.getMessage(), e);
        }
    }

    private static List<String> lines(byte[] bytes) {
        String text;
        try {
            text = StandardCharsets.US_ASCII
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new StoreFault("the manifest is not plain text", e);
        }
        if (!text.endsWith("\n")) {
            throw new StoreFault("the manifest ends within a line");
        }
        return List.of(text.substring(0, text.length() - 1).split("\n", -1));
    }

    /** Before the checksum, so that a later format may have another one and is still called by its name. */
    private static void checkVersion(String line) {
        String version = line.startsWith(TITLE + " ") ? line.substring(TITLE.length() + 1) : null;
        if (version == null) {
            throw new StoreFault("the manifest does not start with " + TITLE);
        }
        if (!version.equals(Integer.toString(Manifest.FORMAT_VERSION))) {
            throw new StoreFault("the manifest has format version " + version + ", this program knows "
                    + Manifest.FORMAT_VERSION + " alone");
        }
    }

    private static void checkSum(String line, byte[] bytes) {
        byte[] summed = Arrays.copyOf(bytes, bytes.length - line.length() - 1);
        String actual = CHECKSUM + " " + Sha256.of(summed);
        if (!line.equals(actual)) {
            throw new StoreFault("the manifest is damaged: its last line is not " + actual);
        }
    }

    private static ManifestFile file(String line) {
        String[] parts = value(line, "file").split(" ", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("not a file line: " + line);
        }
        return new ManifestFile(parts[2], number(parts[1]), parts[0]);
    }

    private static String value(String line, String name) {
        if (!line.startsWith(name + " ")) {
            throw new IllegalArgumentException("a line for " + name + " expected, not: " + line);
        }
        return line.substring(name.length() + 1);
    }

    /** Only the form that is written: no sign, no leading zero. */
    private static long number(String text) {
        long number = Long.parseLong(text);
        if (!Long.toString(number).equals(text)) {
            throw new IllegalArgumentException("not a number as it is written: " + text);
        }
        return number;
    }
}
