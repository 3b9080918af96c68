package io.github.raftns.namesrv.view;

import io.github.raftns.rpc.model.EncodedBody;
import java.util.function.Supplier;

/**
 * A body that is encoded when first asked for and then kept. Views that must give the same bytes share the instance. Any
 * thread: two that ask at once may both encode, to equal bytes.
 */
final class LazyBody {
    private volatile EncodedBody body;

    boolean isEncoded() {
        return body != null;
    }

    EncodedBody get(Supplier<EncodedBody> encoder) {
        EncodedBody known = body;
        if (known == null) {
            known = encoder.get();
            body = known;
        }
        return known;
    }
}
