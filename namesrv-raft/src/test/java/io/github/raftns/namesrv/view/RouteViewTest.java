package io.github.raftns.namesrv.view;

import static io.github.raftns.namesrv.view.Rows.at;
import static io.github.raftns.namesrv.view.Rows.group;
import static io.github.raftns.namesrv.view.Rows.member;
import static io.github.raftns.namesrv.view.Rows.memberGone;
import static io.github.raftns.namesrv.view.Rows.staticTopic;
import static io.github.raftns.namesrv.view.Rows.tombstone;
import static io.github.raftns.namesrv.view.Rows.topic;
import static io.github.raftns.namesrv.view.Rows.topicGone;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerAddress;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ClusterName;
import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.TopicName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RouteViewTest {
    private final RouteWindow window = new RouteWindow();
    private long index;

    @Test
    void anUnknownTopicHasNoRoute() {
        assertThat(route("T")).isEmpty();
        publish(group("b1"), member("b1", 0, "h:1").put());
        assertThat(route("T")).isEmpty();
    }

    @Test
    void aRouteListsBrokerNamesInOrderWithTheirQueues() {
        publish(
                group("b2"),
                member("b2", 0, "h2:1").put(),
                topic("b2", "T", 8, 4),
                group("b1"),
                member("b1", 10, "h1:3").put(),
                member("b1", 2, "h1:2").put(),
                member("b1", 0, "h1:1").put(),
                topic("b1", "T", 4, 6));

        assertThat(route("T"))
                .hasValue(
                        "{\"brokerDatas\":[{\"brokerAddrs\":{0:\"h1:1\",2:\"h1:2\",10:\"h1:3\"},\"brokerName\":\"b1\","
                                + "\"cluster\":\"CL\",\"enableActingMaster\":false},{\"brokerAddrs\":{0:\"h2:1\"},"
                                + "\"brokerName\":\"b2\",\"cluster\":\"CL\",\"enableActingMaster\":false}],"
                                + "\"filterServerTable\":{},\"queueDatas\":[{\"brokerName\":\"b1\",\"perm\":6,"
                                + "\"readQueueNums\":4,\"topicSysFlag\":0,\"writeQueueNums\":4},{\"brokerName\":\"b2\","
                                + "\"perm\":4,\"readQueueNums\":8,\"topicSysFlag\":0,\"writeQueueNums\":8}]}");
        assertThat(text(view().route(new TopicName("T"), true, null).orElseThrow()))
                .startsWith("{\"brokerDatas\":[{\"brokerAddrs\":{\"0\":\"h1:1\",\"2\":\"h1:2\",\"10\":\"h1:3\"}");
    }

    @Test
    void aBrokerNameWithoutMembersIsNotInRoutesNorItsTopicsInTheList() {
        publish(
                group("b1"),
                member("b1", 0, "h1:1").put(),
                topic("b1", "T"),
                group("b2"),
                member("b2", 0, "h2:1").put(),
                topic("b2", "T"),
                topic("b2", "U"));
        assertThat(text(view().topicList())).isEqualTo("{\"topicList\":[\"T\",\"U\"]}");

        publish(memberGone("b2", 0));

        assertThat(route("T").orElseThrow()).contains("b1").doesNotContain("b2");
        assertThat(route("U")).isEmpty();
        assertThat(text(view().topicList())).isEqualTo("{\"topicList\":[\"T\"]}");
        assertThat(text(view().clusterInfo())).contains("b1").doesNotContain("b2");
        assertThat(view().brokerCount()).isEqualTo(1);
        assertThat(view().group(new BrokerName("b2")).members()).isEmpty();
    }

    @Test
    void aMaskTakesTheWriteBitAndGivesItBack() {
        publish(group("b1"), member("b1", 0, "h:1").put(), topic("b1", "T", 4, 7));
        publish(group("b1", "CL", 2, true));
        assertThat(route("T").orElseThrow()).contains("\"perm\":5");
        assertThat(view().group(new BrokerName("b1")).isMasked()).isTrue();
        assertThat(view().topic(new BrokerName("b1"), new TopicName("T"))
                        .config()
                        .permission()
                        .bits())
                .as("the report is untouched")
                .isEqualTo(7);

        publish(group("b1", "CL", 3, false));
        assertThat(route("T").orElseThrow()).contains("\"perm\":7");
    }

    @Test
    void anActingMasterHasNoWriteBitUntilTheMasterIsBack() {
        Rows.MemberSketch slave = member("b1", 1, "h:2").acting(ActingMaster.ENABLED);
        publish(group("b1"), slave.put(), topic("b1", "T", 4, 6));
        assertThat(route("T").orElseThrow()).contains("\"perm\":4").contains("\"enableActingMaster\":true");
        assertThat(view().group(new BrokerName("b1")).actingMaster()).isTrue();

        publish(member("b1", 0, "h:1").acting(ActingMaster.ENABLED).put());
        assertThat(route("T").orElseThrow()).contains("\"perm\":6").contains("\"enableActingMaster\":true");
    }

    @Test
    void slavesWithoutActingMasterKeepTheWriteBit() {
        publish(
                group("b1"),
                member("b1", 1, "h:2").acting(ActingMaster.DISABLED).put(),
                topic("b1", "T", 4, 6));
        assertThat(route("T").orElseThrow()).contains("\"perm\":6").contains("\"enableActingMaster\":false");
    }

    @Test
    void theLowestMemberSpeaksForItsGroup() {
        publish(
                group("b1"),
                member("b1", 0, "h:1").acting(ActingMaster.ENABLED).zone("z0").put(),
                member("b1", 1, "h:2").acting(ActingMaster.DISABLED).zone("z1").put(),
                topic("b1", "T"));
        assertThat(route("T").orElseThrow())
                .contains("\"enableActingMaster\":true")
                .contains("\"zoneName\":\"z0\"");

        publish(memberGone("b1", 0));
        assertThat(route("T").orElseThrow())
                .contains("\"enableActingMaster\":false")
                .contains("\"zoneName\":\"z1\"");
        assertThat(view().group(new BrokerName("b1")).zone()).isEqualTo("z1");
    }

    @Test
    void filterServersAreShownForAddressesOfTheRouteAlone() {
        publish(
                group("b1"),
                member("b1", 0, "h1:1").filters("f:1", "f:2").put(),
                topic("b1", "T"),
                group("b2"),
                member("b2", 0, "h2:1").filters("f:3").put());
        assertThat(route("T").orElseThrow()).contains("\"filterServerTable\":{\"h1:1\":[\"f:1\",\"f:2\"]}");

        publish(member("b1", 0, "h1:1").filters().put());
        assertThat(route("T").orElseThrow()).contains("\"filterServerTable\":{}");
    }

    @Test
    void aMappingIsShownUnderTheBrokerItNamesAndTheHigherEpochWins() {
        publish(
                group("b1"),
                member("b1", 0, "h1:1").put(),
                staticTopic("b1", "T", "b1", 3),
                group("b2"),
                member("b2", 0, "h2:1").put(),
                staticTopic("b2", "T", "b1", 4));
        assertThat(route("T").orElseThrow())
                .contains(
                        "\"topicQueueMappingByBroker\":{\"b1\":{\"bname\":\"b1\",\"currIdMap\":{},\"dirty\":false,\"epoch\":4,");

        publish(topic("b1", "T"), topic("b2", "T"));
        assertThat(route("T").orElseThrow()).doesNotContain("topicQueueMappingByBroker");
    }

    @Test
    void theZoneFilterKeepsGroupsOfTheZoneAndThoseWithoutAMaster() {
        publish(
                group("b1"),
                member("b1", 0, "h1:1").zone("East").put(),
                topic("b1", "T"),
                group("b2"),
                member("b2", 0, "h2:1").zone("west").put(),
                topic("b2", "T"),
                group("b3"),
                member("b3", 0, "h3:1").put(),
                topic("b3", "T"),
                group("b4"),
                member("b4", 1, "h4:1").zone("west").put(),
                topic("b4", "T"));

        assertThat(zoned("T", "EAST"))
                .contains("b1", "b4")
                .doesNotContain("b2", "b3")
                .contains("{0:\"h1:1\"}");
        assertThat(zoned("T", "east")).isEqualTo(zoned("T", "EAST"));
        assertThat(zoned("T", "West")).contains("b2", "b4").doesNotContain("b1", "b3");
        assertThat(zoned("T", "nowhere")).contains("b4").doesNotContain("b1", "b2", "b3");
        assertThat(zoned("T", "")).isEqualTo(zoned("T", "nowhere"));
        assertThat(text(view().route(new TopicName("T"), true, "east").orElseThrow()))
                .contains("{\"0\":\"h1:1\"}");
    }

    @Test
    void aZoneFilterThatLeavesNothingStillAnswersWithEmptyLists() {
        publish(group("b1"), member("b1", 0, "h1:1").zone("east").put(), topic("b1", "T"));

        assertThat(zoned("T", "west")).isEqualTo("{\"brokerDatas\":[],\"filterServerTable\":{},\"queueDatas\":[]}");
        assertThat(view().route(new TopicName("U"), false, "west")).isEmpty();
    }

    @Test
    void clusterInfoNamesAGroupUnderItsOwnClusterAndThoseOfItsMembers() {
        publish(
                group("b1", "A", 1, false),
                member("b1", 0, "h:1").cluster("B").put(),
                member("b1", 1, "h:2").cluster("C").put());

        assertThat(text(view().clusterInfo()))
                .isEqualTo("{\"brokerAddrTable\":{\"b1\":{\"brokerAddrs\":{0:\"h:1\",1:\"h:2\"},\"brokerName\":\"b1\","
                        + "\"cluster\":\"A\",\"enableActingMaster\":false}},"
                        + "\"clusterAddrTable\":{\"A\":[\"b1\"],\"B\":[\"b1\"],\"C\":[\"b1\"]}}");
    }

    @Test
    void memberGroupEchoesTheClusterAskedFor() {
        publish(group("b1"), member("b1", 0, "ip:1").put());

        assertThat(text(view().memberGroup(new ClusterName("other"), new BrokerName("b1"))))
                .isEqualTo(
                        "{\"brokerMemberGroup\":{\"brokerAddrs\":{0:\"ip:1\"},\"brokerName\":\"b1\",\"cluster\":\"other\"}}");
        assertThat(text(view().memberGroup(new ClusterName("other"), new BrokerName("b9"))))
                .isEqualTo("{\"brokerMemberGroup\":{\"brokerAddrs\":{},\"brokerName\":\"b9\",\"cluster\":\"other\"}}");
    }

    @Test
    void rowsAreFoundByTheirKeys() {
        publish(group("b1"), member("b1", 3, "h:1").put(), topic("b1", "T"), topic("b1", "U"), tombstone("b1", "V", 1));
        BrokerName b1 = new BrokerName("b1");

        assertThat(view().member(new BrokerKey(b1, new BrokerId(3))).address()).isEqualTo(new BrokerAddress("h:1"));
        assertThat(view().member(new BrokerKey(b1, new BrokerId(4)))).isNull();
        assertThat(view().memberByAddress(b1, new BrokerAddress("h:1")).key().id())
                .isEqualTo(new BrokerId(3));
        assertThat(view().memberByAddress(b1, new BrokerAddress("h:2"))).isNull();
        assertThat(view().memberByAddress(new BrokerName("b2"), new BrokerAddress("h:1")))
                .isNull();
        assertThat(view().topic(b1, new TopicName("T"))).isEqualTo(Rows.report("T", 4, 6, null));
        assertThat(view().topic(b1, new TopicName("V"))).isNull();
        assertThat(view().topic(new BrokerName("b2"), new TopicName("T"))).isNull();
        assertThat(view().tombstone(b1, new TopicName("V"))).isNotNull();
        assertThat(view().tombstone(b1, new TopicName("T"))).isNull();
        assertThat(view().group(b1).topicCount()).isEqualTo(2);
        assertThat(view().group(b1).tombstoneCount()).isEqualTo(1);
        assertThat(view().group(new BrokerName("b2"))).isNull();
        assertThat(view().topicCount()).isEqualTo(2);
        assertThat(view().groups()).extracting(GroupView::name).containsExactly(b1);
    }

    @Test
    void aGroupGoesWithTheLastOfItsRows() {
        publish(group("b1"), member("b1", 0, "h:1").put(), topic("b1", "T"), tombstone("b1", "V", 1));
        publish(
                memberGone("b1", 0),
                topicGone("b1", "T"),
                new RouteChange.TombstoneRemoved(new BrokerName("b1"), new TopicName("V")),
                new RouteChange.GroupRemoved(new BrokerName("b1")));

        assertThat(view().groups()).isEmpty();
        assertThat(view().topicCount()).isZero();
        assertThat(Rows.rows(view())).isEmpty();
        assertThat(text(view().topicList())).isEqualTo("{\"topicList\":[]}");
    }

    @Test
    void rowsWithoutAGroupAreAFaultAndTheViewStays() {
        publish(group("b1"), member("b1", 0, "h:1").put());
        RouteView before = view();

        assertThatThrownBy(() -> publish(new RouteChange.GroupRemoved(new BrokerName("b1"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("b1");
        assertThatThrownBy(() -> publish(topic("b2", "T"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> publish(tombstone("b2", "T", 1))).isInstanceOf(IllegalStateException.class);
        assertThat(view()).isSameAs(before);
    }

    @Test
    void theViewDoesNotGoBack() {
        window.publish(at(5), List.of());

        assertThatThrownBy(() -> window.publish(at(4), List.of())).isInstanceOf(IllegalArgumentException.class);
        window.publish(at(5), List.of());
        assertThat(view().at()).isEqualTo(at(5));
    }

    @Test
    void aRegistrationThatChangesNoFaceKeepsEveryBody() {
        publish(group("b1"), member("b1", 0, "h:1").put(1), topic("b1", "T"), topic("b1", "U"));
        EncodedBody body = view().route(new TopicName("T"), true, null).orElseThrow();
        EncodedBody clusters = view().clusterInfo();
        EncodedBody topics = view().topicList();

        publish(group("b1", "CL", 2, false), member("b1", 0, "h:1").put(2), topic("b1", "U", 8, 6));

        assertThat(view().route(new TopicName("T"), true, null).orElseThrow()).isSameAs(body);
        assertThat(view().clusterInfo()).isSameAs(clusters);
        assertThat(view().topicList()).isSameAs(topics);
    }

    @Test
    void aChangedGroupKeepsTheBodiesOfTopicsItDoesNotHave() {
        publish(
                group("b1"),
                member("b1", 0, "h1:1").put(),
                topic("b1", "T"),
                group("b2"),
                member("b2", 0, "h2:1").put(),
                topic("b2", "U"));
        EncodedBody body = view().route(new TopicName("T"), false, null).orElseThrow();

        publish(member("b2", 0, "h2:2").put());

        assertThat(view().route(new TopicName("T"), false, null).orElseThrow()).isSameAs(body);
        assertThat(route("U").orElseThrow()).contains("h2:2");
    }

    @Test
    void anOldViewStillAnswersAsItDidAfterTheNewOneWasAsked() {
        publish(group("b1"), member("b1", 0, "h:1").put(), topic("b1", "T"));
        RouteView old = view();
        publish(member("b1", 0, "h:2").put());

        assertThat(route("T").orElseThrow()).contains("h:2");
        assertThat(text(old.route(new TopicName("T"), false, null).orElseThrow()))
                .contains("h:1");
        assertThat(route("T").orElseThrow()).contains("h:2");
    }

    @Test
    void equalReportsOfOneTopicAreOneInstance() {
        publish(
                group("b1"),
                topic("b1", "T", 4, 6),
                group("b2"),
                topic("b2", "T", 4, 6),
                group("b3"),
                topic("b3", "T", 8, 6));
        TopicName name = new TopicName("T");

        assertThat(view().topic(new BrokerName("b2"), name)).isSameAs(view().topic(new BrokerName("b1"), name));
        assertThat(view().topic(new BrokerName("b3"), name).config().readQueues())
                .isEqualTo(8);
    }

    private RouteView view() {
        return window.view();
    }

    private void publish(RouteChange... changes) {
        index++;
        window.publish(at(index), List.of(changes));
    }

    private Optional<String> route(String topic) {
        return view().route(new TopicName(topic), false, null).map(RouteViewTest::text);
    }

    private String zoned(String topic, String zone) {
        return text(view().route(new TopicName(topic), false, zone).orElseThrow());
    }

    private static String text(EncodedBody body) {
        return new String(body.toByteArray(), StandardCharsets.UTF_8);
    }
}
