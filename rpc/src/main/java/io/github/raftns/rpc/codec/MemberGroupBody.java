package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.EncodedBody;
import java.util.SortedMap;

/** The body of a reply to 901 ({@code BrokerMemberGroup}), in the legacy dialect for every client, as in stock. Any thread. */
public final class MemberGroupBody {
    private MemberGroupBody() {}

    /** @param requested the cluster of the request, which is echoed whether or not the group belongs to it */
    public static EncodedBody encode(
            ClusterName requested, BrokerName name, SortedMap<BrokerId, BrokerAddress> addresses) {
        BodyText json = new BodyText(BodyDialect.LEGACY, 128 + addresses.size() * GroupJson.ADDRESS_BYTES);
        json.structure("{\"brokerMemberGroup\":{\"brokerAddrs\":");
        GroupJson.writeAddresses(json, addresses);
        json.structure(",\"brokerName\":").text(name.value());
        json.structure(",\"cluster\":").text(requested.value());
        return json.structure("}}").toBody();
    }
}
