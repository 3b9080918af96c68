package io.github.raftns.namesrv.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.namesrv.command.RouteChange;
import io.github.raftns.rpc.model.EncodedBody;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Histories do not show: a view is what its rows are. */
class RouteViewHistoryTest {
    @Property(tries = 200)
    void aViewAfterAnyHistoryEqualsOneBuiltFromItsRows(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 25) int batches) {
        RouteHistory history = new RouteHistory(seed);
        RouteWindow window = new RouteWindow();
        for (int i = 1; i <= batches; i++) {
            window.publish(Rows.at(i), history.nextBatch());

            RouteView view = window.view();
            RouteHistory.assertSameRows(Rows.rows(view), history.rows());
            history.assertCounts(view);
            List<RouteChange> shuffled = new ArrayList<>(history.rows());
            Collections.shuffle(shuffled, new Random(seed + i));
            RouteWindow other = new RouteWindow();
            other.reset(Rows.at(i), shuffled::forEach);
            RouteHistory.assertSameRows(Rows.rows(other.view()), history.rows());
            history.assertCounts(other.view());
            assertThat(history.answers(view)).isEqualTo(history.answers(other.view()));
        }
    }

    @Property(tries = 100)
    void everyOldViewKeepsItsAnswersWhicheverViewWasAskedLast(@ForAll long seed) {
        RouteHistory history = new RouteHistory(seed);
        RouteWindow window = new RouteWindow();
        List<RouteView> views = new ArrayList<>();
        List<Map<String, Optional<EncodedBody>>> expected = new ArrayList<>();
        for (int i = 1; i <= 12; i++) {
            window.publish(Rows.at(i), history.nextBatch());
            views.add(window.view());
            expected.add(history.answers(Rows.rebuilt(window.view())));
        }
        Random order = new Random(seed);
        for (int ask = 0; ask < 40; ask++) {
            int chosen = order.nextInt(views.size());
            assertThat(history.answers(views.get(chosen))).isEqualTo(expected.get(chosen));
        }
    }

    @Property(tries = 100)
    void aResetShowsTheNewRowsAndNoneOfTheOld(@ForAll long seed) {
        RouteHistory old = new RouteHistory(seed);
        RouteHistory fresh = new RouteHistory(seed + 1);
        RouteWindow window = new RouteWindow();
        for (int i = 1; i <= 5; i++) {
            window.publish(Rows.at(i), old.nextBatch());
            assertThat(old.answers(window.view())).isNotEmpty();
            fresh.nextBatch();
        }

        window.reset(Rows.at(9), fresh.rows()::forEach);

        assertThat(window.view().at()).isEqualTo(Rows.at(9));
        RouteHistory.assertSameRows(Rows.rows(window.view()), fresh.rows());
        assertThat(fresh.answers(window.view())).isEqualTo(fresh.answers(Rows.rebuilt(window.view())));
    }
}
