package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.message.RouteGroup;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import java.util.Map;
import java.util.SortedMap;

/** {@code BrokerData} and its address map, which several bodies hold. */
final class GroupJson {
    /** Room for one address with its key; a guess that spares growing, not a limit. */
    static final int ADDRESS_BYTES = 32;

    private GroupJson() {}

    static void write(BodyText json, RouteGroup group) {
        json.structure("{\"brokerAddrs\":");
        writeAddresses(json, group.addresses());
        json.structure(",\"brokerName\":").text(group.name().value());
        json.structure(",\"cluster\":").text(group.cluster().value());
        json.structure(",\"enableActingMaster\":").bool(group.actingMaster());
        if (group.zone() != null) {
            json.structure(",\"zoneName\":").text(group.zone());
        }
        json.structure("}");
    }

    static void writeAddresses(BodyText json, SortedMap<BrokerId, BrokerAddress> addresses) {
        json.structure("{");
        boolean first = true;
        for (Map.Entry<BrokerId, BrokerAddress> address : addresses.entrySet()) {
            if (!first) {
                json.comma();
            }
            first = false;
            json.integerKey(address.getKey().value()).text(address.getValue().value());
        }
        json.structure("}");
    }
}
