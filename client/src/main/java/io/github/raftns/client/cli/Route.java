package io.github.raftns.client.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.raftns.rpc.model.EncodedBody;
import java.io.IOException;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a table of a topic's route shows, read from the standard JSON of a reply. Members that it does not show are skipped.
 *
 * @param brokers by name
 * @param queues by broker name
 */
record Route(SortedMap<String, Broker> brokers, SortedMap<String, Queues> queues) {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** @param addresses by broker id, which is text here: nothing is computed with it */
    record Broker(String cluster, SortedMap<String, String> addresses) {}

    record Queues(int permission, int read, int write) {
        /** {@code rw}, {@code r-}, {@code -w} or {@code --}. */
        String permissionText() {
            return ((permission & 4) == 0 ? "-" : "r") + ((permission & 2) == 0 ? "-" : "w");
        }
    }

    /** @throws IOException when the bytes are no such JSON */
    static Route read(EncodedBody body) throws IOException {
        SortedMap<String, Broker> brokers = new TreeMap<>();
        SortedMap<String, Queues> queues = new TreeMap<>();
        try (JsonParser json = FACTORY.createParser(body.toByteArray())) {
            expect(json, json.nextToken(), JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (name.equals("brokerDatas") && value == JsonToken.START_ARRAY) {
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        readBroker(json, brokers);
                    }
                } else if (name.equals("queueDatas") && value == JsonToken.START_ARRAY) {
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        readQueues(json, queues);
                    }
                } else {
                    json.skipChildren();
                }
            }
        }
        return new Route(brokers, queues);
    }

    private static void readBroker(JsonParser json, Map<String, Broker> brokers) throws IOException {
        expect(json, json.currentToken(), JsonToken.START_OBJECT);
        String name = "";
        String cluster = "";
        SortedMap<String, String> addresses =
                new TreeMap<>(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            if (field.equals("brokerAddrs") && value == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String id = json.currentName();
                    json.nextToken();
                    addresses.put(id, json.getText());
                }
            } else if (field.equals("brokerName")) {
                name = json.getText();
            } else if (field.equals("cluster")) {
                cluster = json.getText();
            } else {
                json.skipChildren();
            }
        }
        brokers.put(name, new Broker(cluster, addresses));
    }

    private static void readQueues(JsonParser json, Map<String, Queues> queues) throws IOException {
        expect(json, json.currentToken(), JsonToken.START_OBJECT);
        String name = "";
        int permission = 0;
        int read = 0;
        int write = 0;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            switch (field) {
                case "brokerName" -> name = json.getText();
                case "perm" -> permission = json.getIntValue();
                case "readQueueNums" -> read = json.getIntValue();
                case "writeQueueNums" -> write = json.getIntValue();
                default -> json.skipChildren();
            }
        }
        queues.put(name, new Queues(permission, read, write));
    }

    private static void expect(JsonParser json, JsonToken token, JsonToken expected) throws IOException {
        if (token != expected) {
            throw new IOException(
                    expected + " expected at " + json.currentLocation().offsetDescription());
        }
    }
}
