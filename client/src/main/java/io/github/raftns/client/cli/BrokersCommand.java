package io.github.raftns.client.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.raftns.client.NodeConnection;
import io.github.raftns.rpc.model.HostPort;
import io.github.raftns.rpc.wire.BrokerRow;
import io.github.raftns.rpc.wire.BrokerTable;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Every broker. */
@Command(name = "brokers", description = "Every broker with its epoch, lease and write mask, as the leader knows them.")
final class BrokersCommand implements Callable<Integer> {
    @ParentCommand
    private NsMain ns;

    BrokersCommand() {}

    @Override
    public Integer call() throws CliFailure {
        Answer<BrokerTable> answer;
        try (Nodes nodes = ns.connect()) {
            Survey survey = Survey.take(nodes, ns.addresses());
            Optional<Survey.Present> leader = survey.leader();
            List<HostPort> order = new ArrayList<>();
            leader.ifPresent(node -> order.add(node.address()));
            survey.addresses().stream()
                    .filter(address -> !order.contains(address))
                    .forEach(order::add);
            if (order.isEmpty()) {
                // none says what it is; let the failure name every reason
                order.addAll(ns.addresses());
            }
            answer = FirstAnswer.of(ns, nodes, order, NodeConnection::brokers);
            if (leader.isEmpty() || !leader.get().address().equals(answer.address())) {
                ns.note("not from a leader but from " + answer.address() + ", which knows no leases");
            }
        }
        BrokerTable brokers = answer.value();
        if (ns.json()) {
            Json.print(ns.out(), json -> write(json, brokers));
        } else {
            print(brokers);
        }
        return 0;
    }

    private void print(BrokerTable brokers) {
        Table table = new Table(
                "CLUSTER", "BROKER", "ID", "ADDRESS", "EPOCH", "TOPICS", "LEASE LEFT", "HEARD", "BY", "WRITE MASK");
        for (BrokerRow row : brokers.getBrokersList()) {
            table.row(
                    row.getCluster(),
                    row.getName(),
                    row.getId(),
                    row.getAddress(),
                    row.getEpoch(),
                    row.getTopics(),
                    row.getLeaseLeftMillis() < 0 ? "" : Ages.text(row.getLeaseLeftMillis()),
                    Ages.text(row.getHeardAgeMillis()),
                    row.getHeardBy(),
                    row.getMaskSinceMillis() == 0 ? "" : "since " + Instant.ofEpochMilli(row.getMaskSinceMillis()));
        }
        table.printTo(ns.out());
    }

    private static void write(JsonGenerator json, BrokerTable brokers) throws IOException {
        json.writeStartArray();
        for (BrokerRow row : brokers.getBrokersList()) {
            json.writeStartObject();
            json.writeStringField("cluster", row.getCluster());
            json.writeStringField("name", row.getName());
            json.writeNumberField("id", row.getId());
            json.writeStringField("address", row.getAddress());
            json.writeNumberField("epoch", row.getEpoch());
            json.writeObjectFieldStart("dataVersion");
            json.writeNumberField("stateVersion", row.getDataStateVersion());
            json.writeNumberField("timestamp", row.getDataTimestamp());
            json.writeNumberField("counter", row.getDataCounter());
            json.writeEndObject();
            json.writeStringField("haAddress", row.getHaAddress());
            json.writeNumberField("heartbeatTimeoutMillis", row.getHeartbeatTimeoutMillis());
            json.writeStringField("zone", row.getZone());
            json.writeBooleanField("actingMaster", row.getActingMaster());
            json.writeNumberField("topics", row.getTopics());
            json.writeNumberField("leaseLeftMillis", row.getLeaseLeftMillis());
            json.writeNumberField("heardAgeMillis", row.getHeardAgeMillis());
            json.writeStringField("heardBy", row.getHeardBy());
            json.writeNumberField("maskSinceMillis", row.getMaskSinceMillis());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
