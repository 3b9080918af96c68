package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.TopicName;
import java.util.Collection;

/** The body of a reply to 206 ({@code TopicList}), in the legacy dialect, in the order given. Any thread. */
public final class TopicListBody {
    private static final int NAME_BYTES = 32;

    private TopicListBody() {}

    public static EncodedBody encode(Collection<TopicName> topics) {
        BodyText json = new BodyText(BodyDialect.LEGACY, 32 + topics.size() * NAME_BYTES);
        json.structure("{\"topicList\":");
        TextListJson.write(json, () -> topics.stream().map(TopicName::value).iterator());
        return json.structure("}").toBody();
    }
}
