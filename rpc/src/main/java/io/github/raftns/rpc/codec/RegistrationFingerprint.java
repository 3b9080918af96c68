package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.message.RegisterBrokerRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * 128 bits (of SHA-256) that two registrations share only when they say the same. They cover the sender's version, every
 * header field that means something and every byte of the body, except
 *
 * <ul>
 *   <li>the digits of the time of day that a 5.x broker stamps into {@code mappingDataVersion} at each repeat, and
 *   <li>{@code bodyCrc32}, which changes with them.
 * </ul>
 *
 * <p>Those digits are left out only inside an object of exactly the shape
 * {@code "mappingDataVersion":{"counter":N,"stateVersion":N,"timestamp":N}}, members in any order, digits only. That is
 * safe wherever it stands: inside a JSON string the quotes would be escaped, a topic or mapping of that shape has no name
 * and is refused by {@link RegistrationBodyDecoder}, and elsewhere such an object is never read. A compressed body has
 * no such stamp and is covered whole.
 *
 * <p>Neither the body is copied nor its topic table parsed. Any thread.
 */
public record RegistrationFingerprint(long high, long low) {
    private static final byte[] START = "\"mappingDataVersion\":{".getBytes(StandardCharsets.US_ASCII);
    private static final String[] MEMBERS = {"counter", "stateVersion", "timestamp"};
    private static final int TIMESTAMP = 2;
    /** How far a search may jump ahead for each byte found under the end of {@link #START} (Horspool). */
    private static final int[] JUMPS = jumps();

    /** @param version ordinal of the sender's RocketMQ version: it decides how the body is read */
    public static RegistrationFingerprint of(RegisterBrokerRequest request, int version) {
        MessageDigest digest = sha256();
        digest.update(header(request, version));
        ByteBuffer body = request.body().duplicate();
        if (RegistrationBodyDecoder.isCompressed(body, request.compressed())) {
            digest.update(body);
        } else {
            updateWithoutStamps(digest, body);
        }
        ByteBuffer sum = ByteBuffer.wrap(digest.digest());
        return new RegistrationFingerprint(sum.getLong(), sum.getLong());
    }

    private static byte[] header(RegisterBrokerRequest request, int version) {
        StringBuilder text = new StringBuilder(256);
        field(text, request.broker().cluster().value());
        field(text, request.broker().name().value());
        field(text, request.broker().id().toString());
        field(text, request.broker().address().value());
        field(text, request.haServerAddress());
        field(text, Long.toString(request.heartbeatTimeoutMillis()));
        field(text, request.actingMaster().name());
        field(text, request.zone());
        field(text, Boolean.toString(request.compressed()));
        field(text, Integer.toString(version));
        // char by char: an encoder would make all broken surrogates the same
        ByteBuffer bytes = ByteBuffer.allocate(Character.BYTES * text.length());
        bytes.asCharBuffer().put(text.toString());
        return bytes.array();
    }

    /** Length first, so that no two sequences of fields read the same; absent is not empty. */
    private static void field(StringBuilder text, String value) {
        if (value == null) {
            text.append("-;");
        } else {
            text.append(value.length()).append(':').append(value).append(';');
        }
    }

    private static void updateWithoutStamps(MessageDigest digest, ByteBuffer body) {
        int end = body.limit();
        int from = body.position();
        for (int at = find(body, from); at >= 0; at = find(body, at)) {
            at += START.length;
            Digits stamp = stampDigits(body, at);
            if (stamp != null) {
                update(digest, body, from, stamp.start());
                digest.update((byte) 0); // stands for the digits; no JSON has this byte
                from = stamp.end();
                at = from;
            }
        }
        update(digest, body, from, end);
    }

    private static void update(MessageDigest digest, ByteBuffer body, int from, int to) {
        digest.update(body.duplicate().limit(to).position(from));
    }

    private static int find(ByteBuffer body, int from) {
        int last = START.length - 1;
        int end = body.limit();
        int at = from;
        while (at + last < end) {
            int i = last;
            while (i >= 0 && body.get(at + i) == START[i]) {
                i--;
            }
            if (i < 0) {
                return at;
            }
            at += JUMPS[body.get(at + last) & 0xFF];
        }
        return -1;
    }

    private record Digits(int start, int end) {}

    /** The timestamp's digits when all three members and nothing else stand from here to the closing brace; else null. */
    private static Digits stampDigits(ByteBuffer body, int from) {
        Digits stamp = null;
        int seen = 0;
        int at = from;
        for (int n = 0; n < MEMBERS.length; n++) {
            int member = memberAt(body, at);
            if (member < 0 || (seen & (1 << member)) != 0) {
                return null;
            }
            seen |= 1 << member;
            int start = at + MEMBERS[member].length() + 3;
            int end = start;
            while (end < body.limit() && body.get(end) >= '0' && body.get(end) <= '9') {
                end++;
            }
            char expected = n == MEMBERS.length - 1 ? '}' : ',';
            if (end == start || end == body.limit() || body.get(end) != expected) {
                return null;
            }
            if (member == TIMESTAMP) {
                stamp = new Digits(start, end);
            }
            at = end + 1;
        }
        return stamp;
    }

    private static int memberAt(ByteBuffer body, int at) {
        for (int member = 0; member < MEMBERS.length; member++) {
            if (matches(body, at, MEMBERS[member])) {
                return member;
            }
        }
        return -1;
    }

    /** Whether {@code "name":} stands here. */
    private static boolean matches(ByteBuffer body, int at, String name) {
        int length = name.length();
        if (at + length + 3 > body.limit() || body.get(at) != '"') {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (body.get(at + 1 + i) != name.charAt(i)) {
                return false;
            }
        }
        return body.get(at + length + 1) == '"' && body.get(at + length + 2) == ':';
    }

    private static int[] jumps() {
        int[] jumps = new int[256];
        Arrays.fill(jumps, START.length);
        for (int i = 0; i < START.length - 1; i++) {
            jumps[START[i] & 0xFF] = START.length - 1 - i;
        }
        return jumps;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
