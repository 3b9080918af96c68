package io.github.raftns.namesrv.cluster;

import com.google.protobuf.InvalidProtocolBufferException;
import io.github.raftns.namesrv.machine.StateRows;
import io.github.raftns.namesrv.wire.NounWire;
import io.github.raftns.store.KeyValueStore;
import io.github.raftns.store.WriteBatch;
import io.github.raftns.store.checkpoint.StateDirectory;
import io.github.raftns.store.rocksdb.RocksSettings;
import io.github.raftns.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;

/** The state of a node that is not running, to be damaged as no disk check would notice. */
final class StateOnDisk {
    private final Path directory;

    StateOnDisk(Path dataDirectory) {
        directory = dataDirectory.resolve("state");
    }

    /** Another value, which is as good as the right one, in a topic's row. */
    void queues(String broker, String topic, int queues) throws InvalidProtocolBufferException {
        String wanted = "topic/" + broker + "/" + topic;
        try (StateDirectory state = StateDirectory.open(directory, RocksStore.opener(RocksSettings.defaults()))) {
            KeyValueStore store = state.current();
            AtomicReference<byte[]> found = new AtomicReference<>();
            store.scan(new byte[0], (key, value) -> {
                if (StateRows.keyText(key).equals(wanted)) {
                    found.set(key);
                }
                return found.get() == null;
            });
            if (found.get() == null) {
                throw new IllegalStateException("there is no row " + wanted);
            }
            NounWire.TopicSettings altered = NounWire.TopicSettings.parseFrom(store.get(found.get())).toBuilder()
                    .setReadQueues(queues)
                    .setWriteQueues(queues)
                    .build();
            store.write(new WriteBatch().put(found.get(), altered.toByteArray()));
        }
    }
}
