package io.github.raftns.namesrv.command;

import io.github.raftns.rpc.model.BrokerKey;
import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.ReportedTopic;
import io.github.raftns.rpc.model.TopicName;
import java.util.Objects;

/** One row that an applied entry put or removed; the view is built from these alone. */
public sealed interface RouteChange
        permits RouteChange.GroupPut,
                RouteChange.GroupRemoved,
                RouteChange.MemberPut,
                RouteChange.MemberRemoved,
                RouteChange.TopicPut,
                RouteChange.TopicRemoved,
                RouteChange.TombstonePut,
                RouteChange.TombstoneRemoved {
    void accept(Visitor visitor);

    /** One method a kind of change. */
    interface Visitor {
        void on(GroupPut change);

        void on(GroupRemoved change);

        void on(MemberPut change);

        void on(MemberRemoved change);

        void on(TopicPut change);

        void on(TopicRemoved change);

        void on(TombstonePut change);

        void on(TombstoneRemoved change);
    }

    record GroupPut(GroupRecord group) implements RouteChange {
        public GroupPut {
            Objects.requireNonNull(group, "group");
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.on(this);
        }
    }

    record GroupRemoved(BrokerName name) implements RouteChange {
        public GroupRemoved {
            Objects.requireNonNull(name, "name");
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.on(this);
        }
    }

    record MemberPut(MemberRecord member) implements RouteChange {
        public MemberPut {
            Objects.requireNonNull(member, "member");
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.on(this);
        }
    }

    record MemberRemoved(BrokerKey key) implements RouteChange {
        public MemberRemoved {
            Objects.requireNonNull(key, "key");
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.on(this);
        }
    }

    record TopicPut(BrokerName broker, ReportedTopic topic) implements RouteChange {
        public TopicPut {
            Objects.requireNonNull(broker, "broker");
            Objects.requireNonNull(topic, "topic");
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.on(this);
        }
    }

    record TopicRemoved(BrokerName broker, TopicName topic) implements RouteChange {
        public TopicRemoved {
            Objects.requireNonNull(broker, "broker");
            Objects.requireNonNull(topic, "topic");
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.on(this);
        }
    }

    record TombstonePut(Tombstone tombstone) implements RouteChange {
        public TombstonePut {
            Objects.requireNonNull(tombstone, "tombstone");
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.on(this);
        }
    }

    record TombstoneRemoved(BrokerName broker, TopicName topic) implements RouteChange {
        public TombstoneRemoved {
            Objects.requireNonNull(broker, "broker");
            Objects.requireNonNull(topic, "topic");
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.on(this);
        }
    }
}
