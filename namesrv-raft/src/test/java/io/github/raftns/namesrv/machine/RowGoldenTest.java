package io.github.raftns.namesrv.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.AppliedPoint;
import io.github.raftns.namesrv.command.GroupRecord;
import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.namesrv.command.StateDigest;
import io.github.raftns.namesrv.command.Tombstone;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.DataVersion;
import io.github.raftns.rpc.model.Epoch;
import io.github.raftns.rpc.model.FilterServers;
import io.github.raftns.rpc.model.LogIndex;
import io.github.raftns.rpc.model.Term;
import io.github.raftns.rpc.model.TopicName;
import io.github.raftns.store.WriteBatch;
import io.github.raftns.store.memory.MemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes of every kind of row and its digest. They stand on disks and in snapshots, and nodes of two releases compare
 * digests while a cluster is upgraded: a file is never changed.
 */
class RowGoldenTest {
    private static final BrokerName BROKER = new BrokerName("broker-a");

    private static SortedMap<String, RouteChange> rows() {
        SortedMap<BrokerId, DataVersion> judged = new TreeMap<>();
        judged.put(new BrokerId(0), new DataVersion(1, 1_700_000_000_000L, 7));
        judged.put(new BrokerId(1), DataVersion.INITIAL);
        SortedMap<String, RouteChange> rows = new TreeMap<>();
        rows.put(
                "row-1-group-masked",
                new RouteChange.GroupPut(new GroupRecord(
                        BROKER, new ClusterName("c"), new LogIndex(300), new GroupRecord.Mask(new LogIndex(7), -5))));
        rows.put(
                "row-1-group",
                new RouteChange.GroupPut(new GroupRecord(BROKER, new ClusterName("c"), new LogIndex(300), null)));
        rows.put(
                "row-1-member-full",
                new RouteChange.MemberPut(new MemberRecord(
                        SmallWorld.key("broker-a", 0),
                        new ClusterName("c"),
                        new BrokerAddress("10.0.0.1:10911"),
                        new Epoch(7),
                        new DataVersion(1, 1_700_000_000_000L, 7),
                        "10.0.0.1:10912",
                        10_000,
                        ActingMaster.ENABLED,
                        "zone",
                        FilterServers.of(List.of("10.0.0.1:30000")),
                        1_700_000_000_123L)));
        rows.put(
                "row-1-member-plain",
                new RouteChange.MemberPut(new MemberRecord(
                        SmallWorld.key("broker-a", -1),
                        new ClusterName("c"),
                        new BrokerAddress("10.0.0.1:10911"),
                        new Epoch(7),
                        DataVersion.INITIAL,
                        null,
                        0,
                        ActingMaster.UNSAID,
                        null,
                        FilterServers.UNSAID,
                        0)));
        rows.put("row-1-topic", new RouteChange.TopicPut(BROKER, SmallWorld.topic("TopicTest", 8)));
        rows.put("row-1-topic-mapped", new RouteChange.TopicPut(BROKER, SmallWorld.mapped("TopicTest", 8)));
        rows.put(
                "row-1-tombstone",
                new RouteChange.TombstonePut(
                        new Tombstone(BROKER, new TopicName("TopicTest"), new LogIndex(300), judged)));
        return rows;
    }

    static Stream<String> files() {
        return rows().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("files")
    void aRowIsWrittenAndReadAsEver(String file) throws IOException {
        RouteChange put = rows().get(file);
        RowChange.Row row = RowChange.row(put);
        HexFormat hex = HexFormat.of();
        String written =
                hex.formatHex(row.key()) + "\n" + hex.formatHex(row.value()) + "\n" + StateRows.digestOf(put) + "\n";

        assertThat(written).isEqualTo(golden(file));

        MemoryStore store = new MemoryStore();
        store.write(new WriteBatch().put(row.key(), row.value()));
        List<RouteChange> read = new ArrayList<>();
        StateRows.forEach(store, read::add);
        assertThat(read).containsExactly(put);
        assertThat(StateRows.recount(store)).isEqualTo(StateRows.digestOf(put));
    }

    @Test
    void theAppliedPointIsWrittenAndReadAsEver() throws IOException {
        AppliedPoint point = new AppliedPoint(new LogIndex(300), new Term(2), new StateDigest(-1, 5));
        byte[] value = RowValues.of(point);

        assertThat(HexFormat.of().formatHex(value) + "\n").isEqualTo(golden("row-1-applied"));
        assertThat(RowValues.applied(value)).isEqualTo(point);
    }

    private static String golden(String file) throws IOException {
        try (InputStream stream = RowGoldenTest.class.getResourceAsStream("/golden/" + file + ".hex")) {
            return stream == null ? file + " is missing" : new String(stream.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
