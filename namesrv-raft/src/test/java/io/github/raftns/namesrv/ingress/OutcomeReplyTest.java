package io.github.raftns.namesrv.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.raftns.namesrv.command.Outcome;
import io.github.raftns.namesrv.command.Refusal;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.message.ResponseCode;
import io.github.raftns.rpc.model.LogIndex;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OutcomeReplyTest {
    @Test
    void overloadIsSaidInStocksWords() {
        assertThat(OutcomeReply.failure(new Outcome.Overloaded("queue")))
                .isEqualTo(Response.error(
                        ResponseCode.SYSTEM_BUSY, "[OVERLOAD]system busy, start flow control for a while"));
    }

    @Test
    void everyRefusalHasItsOwnText() {
        Set<String> texts = new HashSet<>();
        for (Refusal refusal : Refusal.values()) {
            Response response = OutcomeReply.failure(new Outcome.Refused(refusal, "detail"));
            assertThat(response.code()).isEqualTo(ResponseCode.SYSTEM_ERROR);
            assertThat(response.remark()).startsWith("refused, ").endsWith(": detail");
            texts.add(response.remark());
        }
        assertThat(texts).hasSize(Refusal.values().length);
    }

    @Test
    void aFateThatIsNotKnownIsSaidToBeSo() {
        Response response = OutcomeReply.failure(new Outcome.Unknown("timeout"));

        assertThat(response.code()).isEqualTo(ResponseCode.SYSTEM_BUSY);
        assertThat(response.remark()).contains("may or may not be applied", "timeout");
    }

    @Test
    void noLeaderIsBusyForStockPeersAndNotLeaderForNativeOnes() {
        Outcome outcome = new Outcome.NotLeader("n2");

        assertThat(OutcomeReply.failure(outcome).code()).isEqualTo(ResponseCode.SYSTEM_BUSY);
        assertThat(OutcomeReply.nativeFailure(outcome).code()).isEqualTo(ResponseCode.NOT_LEADER);
        assertThat(OutcomeReply.nativeFailure(outcome).remark()).contains("n2");
        assertThat(OutcomeReply.nativeFailure(new Outcome.Unknown("timeout")))
                .isEqualTo(OutcomeReply.failure(new Outcome.Unknown("timeout")));
    }

    @Test
    void successIsNoFailure() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutcomeReply.failure(new Outcome.Applied(new LogIndex(1), 0)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutcomeReply.nativeFailure(new Outcome.Unchanged(new LogIndex(1))));
    }
}
