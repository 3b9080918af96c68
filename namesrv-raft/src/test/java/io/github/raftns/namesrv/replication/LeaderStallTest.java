package io.github.raftns.namesrv.replication;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.entity.PeerId;
import io.github.raftns.rpc.model.LogIndex;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A leader that applies nothing while proposals wait. */
class LeaderStallTest {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ManualTimers time = new ManualTimers();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger handed = new AtomicInteger();
    private final AtomicReference<LogIndex> applied = new AtomicReference<>(new LogIndex(5));
    private final AtomicReference<Boolean> leading = new AtomicReference<>(true);
    private final Faults faults = new Faults();

    @BeforeEach
    void watch() {
        LiveNode node = new LiveNode(node());
        node.open();
        new LeaderStall(node, waiting::get, applied::get, faults, time, Runnable::run, PATIENCE).watch(time);
    }

    private Node node() {
        return (Node) Proxy.newProxyInstance(
                LeaderStallTest.class.getClassLoader(), new Class<?>[] {Node.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("isLeader")) {
                        return leading.get();
                    }
                    assertThat(method.getName()).isEqualTo("transferLeadershipTo");
                    assertThat(arguments[0]).isEqualTo(PeerId.ANY_PEER);
                    handed.incrementAndGet();
                    return Status.OK();
                });
    }

    @Test
    void itHandsTheLeadershipOverAndIsAFaultWhenThatDoesNotHelp() {
        waiting.set(1);
        time.advance(PATIENCE.dividedBy(2));
        assertThat(handed).hasValue(0);
        time.advance(PATIENCE);
        assertThat(handed).hasValue(1);
        assertThat(faults.first()).isEmpty();
        time.advance(PATIENCE);
        assertThat(handed).hasValue(1);
        assertThat(faults.first()).isPresent();
    }

    @Test
    void progressIsPatienceAnew() {
        waiting.set(1);
        for (int i = 0; i < 20; i++) {
            time.advance(PATIENCE.dividedBy(2));
            applied.set(new LogIndex(6 + i));
        }
        assertThat(handed).hasValue(0);
    }

    @Test
    void aLeaderWithNothingToDoAndAFollowerAreLeftAlone() {
        time.advance(PATIENCE.multipliedBy(5));
        waiting.set(1);
        leading.set(false);
        time.advance(PATIENCE.multipliedBy(5));
        assertThat(handed).hasValue(0);
        assertThat(faults.first()).isEmpty();
    }
}
