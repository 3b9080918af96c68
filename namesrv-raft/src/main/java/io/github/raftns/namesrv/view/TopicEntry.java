package io.github.raftns.namesrv.view;

import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicName;
import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * One topic with what each broker name reports of it, sorted by broker name, and the bodies encoded from it.
 *
 * <p>The rows are immutable and the entry is shared by all views between two changes of the topic. The bodies are a cache, not
 * state: they remember the faces they were encoded from, and a reader takes them only when its own view has those faces. So
 * readers of different views may overwrite each other's cache, and each still gets what its view says.
 */
final class TopicEntry {
    private final TopicName topic;
    private final BrokerName[] brokers;
    private final ReportedTopic[] reports;
    private volatile RouteBodies bodies;

    /** Takes the arrays over; they are sorted by broker name and not empty. */
    TopicEntry(TopicName topic, BrokerName[] brokers, ReportedTopic[] reports) {
        this.topic = topic;
        this.brokers = brokers;
        this.reports = reports;
    }

    TopicName topic() {
        return topic;
    }

    int size() {
        return brokers.length;
    }

    BrokerName broker(int index) {
        return brokers[index];
    }

    ReportedTopic report(int index) {
        return reports[index];
    }

    /** Null when the broker name does not have the topic. */
    ReportedTopic report(BrokerName broker) {
        int index = Arrays.binarySearch(brokers, broker);
        return index < 0 ? null : reports[index];
    }

    void forEach(BiConsumer<BrokerName, ReportedTopic> action) {
        for (int i = 0; i < brokers.length; i++) {
            action.accept(brokers[i], reports[i]);
        }
    }

    /** Whether clients of this view see the topic at all. */
    boolean isRouted(RouteView view) {
        for (BrokerName broker : brokers) {
            if (view.face(broker) != null) {
                return true;
            }
        }
        return false;
    }

    /** The bodies that this view may give out. */
    RouteBodies bodies(RouteView view) {
        RouteBodies known = bodies;
        if (known != null && known.holdFor(this, view)) {
            return known;
        }
        RouteBodies fresh = new RouteBodies(faces(view), view.facesVersion());
        bodies = fresh;
        return fresh;
    }

    /** By row; null where the broker name has no member. */
    private GroupFace[] faces(RouteView view) {
        GroupFace[] faces = new GroupFace[brokers.length];
        for (int i = 0; i < brokers.length; i++) {
            faces[i] = view.face(brokers[i]);
        }
        return faces;
    }
}
