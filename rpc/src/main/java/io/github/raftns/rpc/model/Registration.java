package io.github.raftns.rpc.model;

import java.util.Objects;

/**
 * A decoded registration: all that a broker says of itself in one 103.
 *
 * @param haServerAddress null when not sent
 * @param heartbeatTimeoutMillis how long silence is tolerated; 0 when not sent (then 120 s holds)
 * @param actingMaster whether and how {@code enableActingMaster} was sent
 * @param zone null when not sent
 */
public record Registration(
        BrokerIdentity broker,
        String haServerAddress,
        long heartbeatTimeoutMillis,
        ActingMaster actingMaster,
        String zone,
        TopicTable table) {
    /** @throws IllegalArgumentException when the timeout is negative, or a text holds half a surrogate pair */
    public Registration {
        Objects.requireNonNull(broker, "broker");
        Objects.requireNonNull(actingMaster, "actingMaster");
        Objects.requireNonNull(table, "table");
        Names.checkText("haServerAddr", haServerAddress);
        Names.checkText("zoneName", zone);
        if (heartbeatTimeoutMillis < 0) {
            throw new IllegalArgumentException("heartbeatTimeoutMillis is negative: " + heartbeatTimeoutMillis);
        }
    }

    /** The same broker saying the same of itself, with another table. */
    public Registration withTable(TopicTable other) {
        return new Registration(broker, haServerAddress, heartbeatTimeoutMillis, actingMaster, zone, other);
    }
}
