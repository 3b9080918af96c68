package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.EncodedBody;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What another node answered.
 *
 * @param remark null when none was sent
 * @param extFields sorted, unmodifiable; empty when none were sent
 * @param body a copy, empty when none was sent
 */
public record IncomingResponse(int code, String remark, SortedMap<String, String> extFields, EncodedBody body) {
    public IncomingResponse {
        extFields = Collections.unmodifiableSortedMap(new TreeMap<>(extFields));
        Objects.requireNonNull(body, "body");
    }

    public boolean isSuccess() {
        return code == ResponseCode.SUCCESS;
    }
}
