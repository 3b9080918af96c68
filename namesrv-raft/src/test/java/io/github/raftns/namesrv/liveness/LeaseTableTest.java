package io.github.raftns.namesrv.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.leadership.NodeId;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.Epoch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseTableTest {
    private static final long ORIGIN = Long.MAX_VALUE - Duration.ofMinutes(1).toNanos();
    private static final BrokerKey A = new BrokerKey(new BrokerName("a"), BrokerId.MASTER);
    private static final BrokerKey B = new BrokerKey(new BrokerName("b"), BrokerId.MASTER);

    private final LeaseTable leases = new LeaseTable(ORIGIN, Duration.ofMinutes(2));

    @Test
    void aBrokerThatAnnouncesNoTimeoutGetsOurOwn() {
        leases.follow(List.of(registered(A, 1, 0)), at(0));

        assertThat(expiredAt(119)).isEmpty();
        assertThat(expiredAt(120)).containsExactly(A);
    }

    @Test
    void aBrokersOwnTimeoutHoldsAndTheShortestExpiresFirst() {
        leases.follow(List.of(registered(A, 1, 20_000), registered(B, 2, 10_000)), at(0));

        assertThat(expiredAt(10)).containsExactly(B);
        assertThat(expiredAt(20)).containsExactly(B, A);
    }

    @Test
    void anAbsurdTimeoutIsCutToADay() {
        leases.follow(List.of(registered(A, 1, Long.MAX_VALUE)), at(0));

        assertThat(expiredAt(86_399)).isEmpty();
        assertThat(expiredAt(86_400)).containsExactly(A);
    }

    @Test
    void aSignOfLifeRenewsFromWhenItWasHeard() {
        leases.follow(List.of(registered(A, 1, 10_000)), at(0));
        leases.renew(sighting(A, 1, 4));

        assertThat(expiredAt(13)).isEmpty();
        assertThat(expiredAt(14)).containsExactly(A);
    }

    @Test
    void anOlderSignOfLifeShortensNothing() {
        leases.follow(List.of(registered(A, 1, 10_000)), at(0));
        leases.renew(sighting(A, 1, 8));
        leases.renew(sighting(A, 1, 3));

        assertThat(expiredAt(17)).isEmpty();
    }

    @Test
    void aSignOfLifeOfAnotherEpochRenewsNothing() {
        leases.follow(List.of(registered(A, 5, 10_000)), at(0));
        leases.renew(sighting(A, 4, 8));
        leases.renew(sighting(A, 6, 8));

        assertThat(expiredAt(10)).containsExactly(A);
    }

    @Test
    void aNewEpochGetsAFullLease() {
        leases.follow(List.of(registered(A, 1, 10_000)), at(0));
        leases.follow(List.of(registered(A, 7, 10_000)), at(9));

        assertThat(expiredAt(18)).isEmpty();
        assertThat(leases.expiredAt(at(19))).extracting(Lease::epoch).containsExactly(new Epoch(7));
    }

    @Test
    void followingTheSameRegistrationsRenewsNothing() {
        leases.follow(List.of(registered(A, 1, 10_000)), at(0));
        leases.follow(List.of(registered(A, 1, 10_000)), at(9));

        assertThat(expiredAt(10)).containsExactly(A);
    }

    @Test
    void aChangedTimeoutKeepsTheLeasesStart() {
        leases.follow(List.of(registered(A, 1, 10_000)), at(0));
        leases.renew(sighting(A, 1, 5));
        leases.follow(List.of(registered(A, 1, 30_000)), at(6));

        assertThat(expiredAt(34)).isEmpty();
        assertThat(expiredAt(35)).containsExactly(A);
    }

    @Test
    void aBrokerThatHasGoneHasNoLease() {
        leases.follow(List.of(registered(A, 1, 10_000), registered(B, 2, 10_000)), at(0));
        leases.follow(List.of(registered(B, 2, 10_000)), at(1));

        assertThat(expiredAt(60)).containsExactly(B);
        assertThat(leases.deadlines()).containsOnlyKeys(B);
    }

    @Test
    void postponingPushesEveryLeaseBackAlike() {
        leases.follow(List.of(registered(A, 1, 10_000), registered(B, 2, 20_000)), at(0));
        leases.postponeAll(Duration.ofSeconds(7).toNanos());

        assertThat(expiredAt(16)).isEmpty();
        assertThat(expiredAt(17)).containsExactly(A);
        assertThat(expiredAt(27)).containsExactly(A, B);
    }

    private List<BrokerKey> expiredAt(long seconds) {
        return leases.expiredAt(at(seconds)).stream().map(Lease::broker).toList();
    }

    private static Roll.Registered registered(BrokerKey key, long epoch, long timeoutMillis) {
        return new Roll.Registered(key, new Epoch(epoch), timeoutMillis);
    }

    private static Sighting sighting(BrokerKey key, long epoch, long seconds) {
        return new Sighting(key, new Epoch(epoch), at(seconds), new NodeId("n1"));
    }

    /** Over the overflow of the clock's numbers after a minute. */
    private static long at(long seconds) {
        return ORIGIN + Duration.ofSeconds(seconds).toNanos();
    }
}
