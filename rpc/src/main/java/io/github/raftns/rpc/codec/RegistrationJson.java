package io.github.raftns.rpc.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.TopicMapping;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The JSON layouts of a registration body, of 4.9 and of 5.x (protocol reference 3.4), read as a stream: what a member is
 * decides, not which version sent it. One thread, one body.
 */
final class RegistrationJson {
    private static final String TOPICS = "topicConfigTable";
    private static final String MAPPINGS = "topicQueueMappingInfoMap";

    private final JsonParser parser;
    private final TableCollector table;

    RegistrationJson(JsonParser parser, TableCollector table) {
        this.parser = parser;
        this.table = table;
    }

    /** A whole body; before 3.0.11 it was the wrapper alone. */
    void body(boolean bareWrapper) throws IOException {
        parser.nextToken();
        requireValue("body");
        if (bareWrapper) {
            wrapper();
        } else if (JsonValues.startsObject(parser, "body")) {
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                switch (name) {
                    case "filterServerList" -> filterServers();
                    case "topicConfigSerializeWrapper" -> wrapper();
                    default -> parser.skipChildren();
                }
            }
        }
        requireEnd("body");
    }

    void filterServersAlone() throws IOException {
        parser.nextToken();
        requireValue("filter servers");
        filterServers();
        requireEnd("filter servers");
    }

    void mappingAlone() throws IOException {
        parser.nextToken();
        requireValue("topic mapping");
        if (JsonValues.startsObject(parser, "topic mapping")) {
            table.mapping(mapping(null));
        }
        requireEnd("topic mapping");
    }

    private void wrapper() throws IOException {
        if (!JsonValues.startsObject(parser, "topicConfigSerializeWrapper")) {
            return;
        }
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            switch (name) {
                case "dataVersion" -> table.version(DataVersionBody.read(parser, name));
                case TOPICS -> topics();
                case MAPPINGS -> mappings();
                default -> parser.skipChildren();
            }
        }
    }

    private void filterServers() throws IOException {
        if (!JsonValues.startsArray(parser, "filterServerList")) {
            return;
        }
        List<String> addresses = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            String address = JsonValues.text(parser, "filterServerList");
            if (address != null) {
                addresses.add(address);
                table.checkFilterServers(addresses.size());
            }
        }
        table.filterServers(addresses);
    }

    private void topics() throws IOException {
        if (!JsonValues.startsObject(parser, TOPICS)) {
            return;
        }
        while (parser.nextFieldName() != null) {
            parser.nextToken();
            if (JsonValues.startsObject(parser, TOPICS)) {
                topic();
            }
        }
    }

    private void topic() throws IOException {
        String topic = null;
        int readQueues = TopicNumbers.QUEUES_WHEN_ABSENT;
        int writeQueues = TopicNumbers.QUEUES_WHEN_ABSENT;
        int permission = TopicNumbers.PERMISSION_WHEN_ABSENT;
        int systemFlags = TopicNumbers.SYSTEM_FLAGS_WHEN_ABSENT;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            switch (name) {
                case "topicName" -> topic = JsonValues.text(parser, name);
                case "readQueueNums" -> readQueues = JsonValues.integer(parser, name, readQueues);
                case "writeQueueNums" -> writeQueues = JsonValues.integer(parser, name, writeQueues);
                case "perm" -> permission = JsonValues.integer(parser, name, permission);
                case "topicSysFlag" -> systemFlags = JsonValues.integer(parser, name, systemFlags);
                default -> parser.skipChildren();
            }
        }
        table.topic(topic, new TopicNumbers(readQueues, writeQueues, permission, systemFlags));
    }

    private void mappings() throws IOException {
        if (!JsonValues.startsObject(parser, MAPPINGS)) {
            return;
        }
        for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
            parser.nextToken();
            if (JsonValues.startsObject(parser, MAPPINGS)) {
                table.mapping(mapping(key));
            }
        }
    }

    /** @param topicWhenAbsent the key the mapping stands under, or null */
    private TopicMapping mapping(String topicWhenAbsent) throws IOException {
        String topic = topicWhenAbsent;
        String broker = null;
        String scope = null;
        int totalQueues = 0;
        long epoch = 0;
        boolean dirty = false;
        SortedMap<Integer, Integer> queues = new TreeMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            switch (name) {
                case "topic" -> topic = JsonValues.text(parser, name);
                case "bname" -> broker = JsonValues.text(parser, name);
                case "scope" -> scope = JsonValues.text(parser, name);
                case "totalQueues" -> totalQueues = JsonValues.integer(parser, name, 0);
                case "epoch" -> epoch = JsonValues.number(parser, name, 0);
                case "dirty" -> dirty = Boolean.parseBoolean(JsonValues.text(parser, name));
                case "currIdMap" -> queues = mappedQueues();
                default -> parser.skipChildren();
            }
        }
        return new TopicMapping(
                TableCollector.topicName(topic, MAPPINGS),
                brokerName(broker),
                scope,
                totalQueues,
                epoch,
                dirty,
                queues);
    }

    private SortedMap<Integer, Integer> mappedQueues() throws IOException {
        SortedMap<Integer, Integer> queues = new TreeMap<>();
        if (JsonValues.startsObject(parser, "currIdMap")) {
            for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
                parser.nextToken();
                table.countMappedQueue();
                queues.put(queueNumber(key), JsonValues.integer(parser, "currIdMap", 0));
            }
        }
        return queues;
    }

    private static int queueNumber(String key) throws BodyException {
        try {
            return Integer.parseInt(key);
        } catch (NumberFormatException notANumber) {
            throw BodyException.malformed("currIdMap: a key is not a queue number");
        }
    }

    private static BrokerName brokerName(String name) throws BodyException {
        try {
            return new BrokerName(name);
        } catch (IllegalArgumentException refused) {
            throw BodyException.malformed(MAPPINGS + ": bname: " + refused.getMessage());
        }
    }

    private void requireValue(String where) throws BodyException {
        if (parser.currentToken() == null) {
            throw BodyException.malformed(where + ": expected JSON, found nothing");
        }
    }

    private void requireEnd(String where) throws IOException {
        if (parser.nextToken() != null) {
            throw BodyException.malformed(where + ": something follows the JSON value");
        }
    }
}
