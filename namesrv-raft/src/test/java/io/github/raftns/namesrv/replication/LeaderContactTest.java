package io.github.raftns.namesrv.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.rpc.model.LogIndex;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** How old this node's last contact with a leader is. */
class LeaderContactTest {
    private final ManualTimers time = new ManualTimers();
    private final AtomicBoolean leading = new AtomicBoolean();
    private final AtomicReference<LogIndex> applied = new AtomicReference<>(new LogIndex(10));
    private final LeaderContact contact = new LeaderContact(time, leading::get, applied::get, Duration.ofSeconds(2));

    @Test
    void itIsUnknownBeforeTheFirst() {
        time.advance(Duration.ofSeconds(9));
        assertThat(contact.ageMillis()).isEmpty();
    }

    @Test
    void itCountsFromTheSendingOfTheReport() {
        long sent = contact.now();
        time.advance(Duration.ofMillis(300));
        contact.accepted(sent, new LogIndex(10));
        time.advance(Duration.ofMillis(200));
        assertThat(contact.ageMillis()).hasValue(500);
    }

    @Test
    void aNodeBehindItsLeaderAgesThoughItHearsIt() {
        contact.accepted(contact.now(), new LogIndex(10));
        for (int i = 0; i < 5; i++) {
            time.advance(Duration.ofSeconds(1));
            contact.accepted(contact.now(), new LogIndex(11 + i));
        }
        assertThat(contact.ageMillis()).hasValue(5_000);
    }

    @Test
    void whatTheLeaderHadCountsFromItsWordOnceThisNodeHasItToo() {
        contact.accepted(contact.now(), new LogIndex(11));
        assertThat(contact.ageMillis()).isEmpty();
        time.advance(Duration.ofSeconds(3));
        contact.accepted(contact.now(), new LogIndex(20));

        applied.set(new LogIndex(15));
        assertThat(contact.ageMillis()).hasValue(3_000);
        contact.accepted(contact.now(), new LogIndex(20));
        time.advance(Duration.ofSeconds(1));
        applied.set(new LogIndex(20));
        assertThat(contact.ageMillis()).hasValue(1_000);
    }

    @Test
    void aLeaderIsInContactOnceItHasProvenItAndItsContactAgesWhenItLeadsNoMore() {
        leading.set(true);
        assertThat(contact.ageMillis()).isEmpty();
        contact.confirmed(contact.now());
        time.advance(Duration.ofMillis(700));
        assertThat(contact.ageMillis()).hasValue(0);
        leading.set(false);
        assertThat(contact.ageMillis()).hasValue(700);
    }

    @Test
    void aLeaderThatWasFrozenIsAsOldAsItsLastProof() {
        leading.set(true);
        contact.confirmed(contact.now());
        time.advance(Duration.ofSeconds(20));
        assertThat(contact.ageMillis()).hasValue(20_000);

        contact.confirmed(contact.now());
        assertThat(contact.ageMillis()).hasValue(0);
    }

    @Test
    void anOlderProofDoesNotSetTheContactBack() {
        long asked = contact.now();
        time.advance(Duration.ofSeconds(1));
        contact.confirmed(contact.now());
        contact.confirmed(asked);
        assertThat(contact.ageMillis()).hasValue(0);
    }
}
