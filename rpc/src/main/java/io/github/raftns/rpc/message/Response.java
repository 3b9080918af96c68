package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.EncodedBody;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is answered to a request.
 *
 * @param remark error text, null on success
 * @param extFields null leaves {@code extFields} out of the header, an empty map writes {@code {}}: stock does the one or
 *     the other by code; sorted, unmodifiable
 * @param body empty = no body
 */
public record Response(int code, String remark, SortedMap<String, String> extFields, EncodedBody body) {
    private static final Response OK = new Response(ResponseCode.SUCCESS, null, null, EncodedBody.EMPTY);

    public Response {
        Objects.requireNonNull(body, "body");
        if (extFields != null) {
            extFields = Collections.unmodifiableSortedMap(new TreeMap<>(extFields));
        }
    }

    public static Response ok() {
        return OK;
    }

    public static Response ok(EncodedBody body) {
        return new Response(ResponseCode.SUCCESS, null, null, body);
    }

    public static Response ok(SortedMap<String, String> extFields, EncodedBody body) {
        return new Response(ResponseCode.SUCCESS, null, Objects.requireNonNull(extFields, "extFields"), body);
    }

    public static Response error(int code, String remark) {
        return new Response(code, Objects.requireNonNull(remark, "remark"), null, EncodedBody.EMPTY);
    }

    /** The same answer with the stamp's fields beside its own. */
    public Response stamped(ReplicaStamp stamp) {
        SortedMap<String, String> fields = extFields == null ? new TreeMap<>() : new TreeMap<>(extFields);
        fields.put(Marker.INDEX, stamp.index().toString());
        fields.put(Marker.TERM, stamp.term().toString());
        fields.put(Marker.NODE, stamp.node());
        fields.put(Marker.AGE, Long.toString(stamp.leaderAgeMillis()));
        if (!stamp.leader().isEmpty()) {
            fields.put(Marker.LEADER, stamp.leader());
        }
        return new Response(code, remark, fields, body);
    }
}
