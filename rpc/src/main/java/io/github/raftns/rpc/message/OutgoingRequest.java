package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.EncodedBody;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A request that this side sends. Deliberately generic: whoever asks knows which fields a code wants.
 *
 * @param extFields sorted, unmodifiable, no null value; empty leaves {@code extFields} out of the header
 * @param body empty = no body
 * @param oneway no answer is wanted and none will come
 */
public record OutgoingRequest(int code, SortedMap<String, String> extFields, EncodedBody body, boolean oneway) {
    public OutgoingRequest {
        extFields = Collections.unmodifiableSortedMap(new TreeMap<>(extFields));
        Objects.requireNonNull(body, "body");
        for (String value : extFields.values()) {
            Objects.requireNonNull(value, "an ext-field has no value; leave it out");
        }
    }

    public static OutgoingRequest of(int code, SortedMap<String, String> extFields) {
        return new OutgoingRequest(code, extFields, EncodedBody.EMPTY, false);
    }

    public static OutgoingRequest of(int code, SortedMap<String, String> extFields, EncodedBody body) {
        return new OutgoingRequest(code, extFields, body, false);
    }

    public OutgoingRequest asOneway() {
        return new OutgoingRequest(code, extFields, body, true);
    }
}
