package io.github.raftns.namesrv.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.raftns.rpc.codec.RegistrationFingerprint;
import io.github.raftns.rpc.model.BrokerId;
import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.LogIndex;
import org.junit.jupiter.api.Test;

class KnownRegistrationsTest {
    private static final BrokerKey A = key("a");
    private static final BrokerKey B = key("b");
    private static final LogIndex R1 = new LogIndex(1);
    private static final LogIndex R2 = new LogIndex(2);

    private final KnownRegistrations known = new KnownRegistrations(256);

    @Test
    void whatWasRememberedIsKnownForThatBrokerAtThatRevision() {
        known.remember(A, R1, print(1));

        assertThat(known.addsNothing(A, R1, print(1))).isTrue();
        assertThat(known.addsNothing(A, R1, print(2))).isFalse();
        assertThat(known.addsNothing(B, R1, print(1))).isFalse();
    }

    @Test
    void aRevisionThatMovedDropsWhatWasKnown() {
        known.remember(A, R1, print(1));

        assertThat(known.addsNothing(A, R2, print(1))).isFalse();
        assertThat(known.size()).isZero();
    }

    @Test
    void aReaderOfAnOlderViewFindsNothingAndDropsNothing() {
        known.remember(A, R2, print(1));

        assertThat(known.addsNothing(A, R1, print(1))).isFalse();
        assertThat(known.addsNothing(A, R2, print(1))).isTrue();
    }

    @Test
    void whatALateComparisonFoundAtAnOlderRevisionIsIgnored() {
        known.remember(A, R2, print(1));
        known.remember(A, R1, print(2));

        assertThat(known.addsNothing(A, R1, print(2))).isFalse();
        assertThat(known.addsNothing(A, R2, print(2))).isFalse();
        assertThat(known.addsNothing(A, R2, print(1))).isTrue();
    }

    @Test
    void rememberingAtANewerRevisionReplacesAll() {
        known.remember(A, R1, print(1));
        known.remember(A, R1, print(2));
        known.remember(A, R2, print(3));

        assertThat(known.size()).isEqualTo(1);
        assertThat(known.addsNothing(A, R2, print(3))).isTrue();
    }

    @Test
    void theLeastRecentlyUsedOfABrokerGoesFirst() {
        for (int i = 0; i < KnownRegistrations.PER_BROKER_MAX; i++) {
            known.remember(A, R1, print(i));
        }
        assertThat(known.addsNothing(A, R1, print(0))).isTrue(); // used again

        known.remember(A, R1, print(1_000));

        assertThat(known.size()).isEqualTo(KnownRegistrations.PER_BROKER_MAX);
        assertThat(known.addsNothing(A, R1, print(0))).isTrue();
        assertThat(known.addsNothing(A, R1, print(1))).isFalse();
        assertThat(known.addsNothing(A, R1, print(1_000))).isTrue();
    }

    @Test
    void whenAllTogetherAreTooManyTheLeastRecentlyUsedBrokerGoes() {
        for (int i = 0; i < 128; i++) {
            known.remember(A, R1, print(i));
            known.remember(B, R1, print(i));
        }
        assertThat(known.addsNothing(A, R1, print(0))).isTrue();

        known.remember(key("c"), R1, print(1));

        assertThat(known.size()).isEqualTo(129);
        assertThat(known.addsNothing(A, R1, print(5))).isTrue();
        assertThat(known.addsNothing(B, R1, print(5))).isFalse();
    }

    @Test
    void rememberingTheSameTwiceCountsOnce() {
        known.remember(A, R1, print(1));
        known.remember(A, R1, print(1));

        assertThat(known.size()).isEqualTo(1);
    }

    @Test
    void aTotalBelowOneBrokersShareIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new KnownRegistrations(127));
    }

    private static BrokerKey key(String name) {
        return new BrokerKey(new BrokerName(name), BrokerId.MASTER);
    }

    private static RegistrationFingerprint print(long number) {
        return new RegistrationFingerprint(0, number);
    }
}
