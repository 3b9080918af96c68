package io.github.raftns.namesrv.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** How old this node's last contact with a leader is. */
class LeaderContactTest {
    private final ManualTimers time = new ManualTimers();
    private final AtomicBoolean leading = new AtomicBoolean();
    private final LeaderContact contact = new LeaderContact(time, leading::get);

    @Test
    void itIsUnknownBeforeTheFirst() {
        time.advance(Duration.ofSeconds(9));
        assertThat(contact.ageMillis()).isEmpty();
    }

    @Test
    void itCountsFromTheSendingOfTheReport() {
        long sent = contact.now();
        time.advance(Duration.ofMillis(300));
        contact.accepted(sent);
        time.advance(Duration.ofMillis(200));
        assertThat(contact.ageMillis()).hasValue(500);
    }

    @Test
    void aLeaderIsInContactAndItsContactAgesOnceItLeadsNoMore() {
        leading.set(true);
        assertThat(contact.ageMillis()).hasValue(0);
        leading.set(false);
        time.advance(Duration.ofMillis(700));
        assertThat(contact.ageMillis()).hasValue(700);
    }
}
