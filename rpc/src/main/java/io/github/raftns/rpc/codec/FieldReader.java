package io.github.raftns.rpc.codec;

import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerIdentity;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.Names;
import io.github.raftns.rpc.model.TopicName;
import java.util.function.Function;

/** Reads the ext-fields of one request as what they mean; every refusal names the field and what was expected. */
final class FieldReader {
    private final ExtFields fields;

    FieldReader(ExtFields fields) {
        this.fields = fields;
    }

    BrokerIdentity broker() throws InvalidField {
        return new BrokerIdentity(cluster(), brokerName(), new BrokerId(number("brokerId")), brokerAddress());
    }

    ClusterName cluster() throws InvalidField {
        return named("clusterName", ClusterName::new);
    }

    BrokerName brokerName() throws InvalidField {
        return named("brokerName", BrokerName::new);
    }

    BrokerAddress brokerAddress() throws InvalidField {
        return named("brokerAddr", BrokerAddress::new);
    }

    TopicName topic() throws InvalidField {
        return named("topic", TopicName::new);
    }

    /** The text, or null when it was not sent or is blank. */
    String text(String name) throws InvalidField {
        String value = fields.get(name);
        if (value == null || value.isBlank()) {
            return null;
        }
        try {
            Names.checkText(name, value);
        } catch (IllegalArgumentException refused) {
            throw new InvalidField(refused.getMessage());
        }
        return value;
    }

    /** True only for {@code true} in any case: what peers do, so anything else is no error. */
    boolean flag(String name) {
        return Boolean.parseBoolean(fields.get(name));
    }

    boolean has(String name) {
        return fields.get(name) != null;
    }

    long number(String name) throws InvalidField {
        if (fields.get(name) == null) {
            throw new InvalidField(name + " is missing, expected a decimal number");
        }
        return number(name, 0);
    }

    long number(String name, long whenAbsent) throws InvalidField {
        String value = fields.get(name);
        if (value == null) {
            return whenAbsent;
        }
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException notANumber) {
            throw new InvalidField(name + " is '" + shortened(value) + "', expected a decimal number");
        }
    }

    private <T> T named(String name, Function<String, T> type) throws InvalidField {
        String value = fields.get(name);
        if (value == null) {
            throw new InvalidField(name + " is missing, expected a name that is not blank");
        }
        try {
            return type.apply(value);
        } catch (IllegalArgumentException refused) {
            throw new InvalidField(name + ": " + refused.getMessage());
        }
    }

    private static String shortened(String value) {
        return value.length() <= 40 ? value : value.substring(0, 40) + "...";
    }
}
