package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.message.ClusterInfo;
import io.github.raftns.rpc.message.RouteGroup;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.EncodedBody;
import java.util.Map;
import java.util.SortedSet;

/** The body of a reply to 106 ({@code ClusterInfo}), in the legacy dialect for every client, as in stock. Any thread. */
public final class ClusterInfoBody {
    private static final int GROUP_BYTES = 192;

    private ClusterInfoBody() {}

    public static EncodedBody encode(ClusterInfo info) {
        BodyText json = new BodyText(BodyDialect.LEGACY, 64 + info.groups().size() * GROUP_BYTES);
        json.structure("{\"brokerAddrTable\":{");
        boolean first = true;
        for (Map.Entry<BrokerName, RouteGroup> row : info.groups().entrySet()) {
            if (!first) {
                json.comma();
            }
            first = false;
            json.key(row.getKey().value());
            GroupJson.write(json, row.getValue());
        }
        json.structure("},\"clusterAddrTable\":{");
        first = true;
        for (Map.Entry<ClusterName, SortedSet<BrokerName>> row : info.clusters().entrySet()) {
            if (!first) {
                json.comma();
            }
            first = false;
            json.key(row.getKey().value());
            TextListJson.write(
                    json, () -> row.getValue().stream().map(BrokerName::value).iterator());
        }
        return json.structure("}}").toBody();
    }
}
