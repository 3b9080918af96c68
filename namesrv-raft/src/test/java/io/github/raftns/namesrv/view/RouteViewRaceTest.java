package io.github.raftns.namesrv.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.raftns.rpc.model.EncodedBody;
import io.github.raftns.rpc.model.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers of new and old views race each other and the publisher over the same caches. */
class RouteViewRaceTest {
    /** Each reader compares that many views before the publisher stops. */
    private static final int VIEWS = 500;

    private static final int READERS = 3;
    private static final int ASKS = 400_000;

    @Test
    @Timeout(60)
    void whateverRacesEachAnswerIsThatOfTheViewItWasReadFrom() throws Exception {
        RouteHistory history = new RouteHistory(20_261_130);
        RouteWindow window = new RouteWindow();
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch enough = new CountDownLatch(READERS);
        ExecutorService readers = Executors.newFixedThreadPool(READERS);
        try {
            List<Future<Integer>> reads = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                Random random = new Random(reader);
                reads.add(readers.submit(() -> readUntil(over, window, random, enough)));
            }
            int batches = 0;
            while (enough.getCount() > 0 && reads.stream().noneMatch(Future::isDone)) {
                batches++;
                window.publish(Rows.at(batches), history.nextBatch());
            }
            over.set(true);
            for (Future<Integer> read : reads) {
                assertThat(read.get(50, TimeUnit.SECONDS))
                        .as("views read by one reader")
                        .isGreaterThanOrEqualTo(VIEWS);
            }
        } finally {
            over.set(true);
            readers.shutdownNow();
        }
        RouteHistory.assertSameRows(Rows.rows(window.view()), history.rows());
    }

    /** One topic entry and its cache under readers of views that differ in a group: the tightest race there is. */
    @Test
    @Timeout(60)
    void readersOfDifferentViewsNeverGetEachOthersBodies() throws Exception {
        RouteWindow window = new RouteWindow();
        TopicName topic = new TopicName("T");
        window.publish(Rows.at(1), List.of(Rows.group("b1"), Rows.topic("b1", "T")));
        List<RouteView> views = new ArrayList<>();
        List<EncodedBody> bodies = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            window.publish(
                    Rows.at(2 + i), List.of(Rows.member("b1", 0, "h:" + i).put()));
            views.add(window.view());
            bodies.add(Rows.rebuilt(window.view()).route(topic, false, null).orElseThrow());
        }
        ExecutorService readers = Executors.newFixedThreadPool(READERS);
        try {
            List<Future<Integer>> wrong = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                int first = reader;
                wrong.add(readers.submit(() -> {
                    int others = 0;
                    for (int ask = first; ask < ASKS; ask++) {
                        int view = ask % views.size();
                        EncodedBody got =
                                views.get(view).route(topic, false, null).orElseThrow();
                        others += got.equals(bodies.get(view)) ? 0 : 1;
                    }
                    return others;
                }));
            }
            for (Future<Integer> others : wrong) {
                assertThat(others.get(50, TimeUnit.SECONDS)).isZero();
            }
        } finally {
            readers.shutdownNow();
        }
    }

    /** Asks the current view, then an older one again, and compares each with a view that shares no cache with any other. */
    private static int readUntil(AtomicBoolean over, RouteWindow window, Random random, CountDownLatch enough) {
        RouteView older = window.view();
        int read = 0;
        do {
            RouteView view = window.view();
            assertAnswers(view, random);
            assertAnswers(older, random);
            if (random.nextInt(3) == 0) {
                older = view;
            }
            read++;
            if (read == VIEWS) {
                enough.countDown();
            }
        } while (!over.get());
        return read;
    }

    private static void assertAnswers(RouteView view, Random random) {
        Map<String, Optional<EncodedBody>> answers = RouteHistory.answers(view, random);
        assertThat(answers).isEqualTo(RouteHistory.answers(Rows.rebuilt(view), random));
    }
}
