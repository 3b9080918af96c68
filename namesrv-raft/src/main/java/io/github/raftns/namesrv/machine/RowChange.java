package io.github.raftns.namesrv.machine;

import io.github.raftns.namesrv.command.RouteChange;

/** From a change to the row it writes, and back. Stateless. */
final class RowChange {
    private RowChange() {}

    /** A row's bytes; the value is null when the change removes it. */
    @SuppressWarnings("ArrayRecordComponent") // internal and short-lived: never compared, never kept
    record Row(byte[] key, byte[] value) {}

    static Row row(RouteChange change) {
        ToRow toRow = new ToRow();
        change.accept(toRow);
        return toRow.row;
    }

    /** Of any table but the applied point's. */
    static RouteChange put(Table table, byte[] key, byte[] value) {
        return switch (table) {
            case GROUP -> new RouteChange.GroupPut(RowValues.group(key, value));
            case MEMBER -> new RouteChange.MemberPut(RowValues.member(key, value));
            case TOPIC -> new RouteChange.TopicPut(RowKeys.brokerTopic(key).broker(), RowValues.topic(key, value));
            case TOMBSTONE -> new RouteChange.TombstonePut(RowValues.tombstone(key, value));
            case APPLIED -> throw new IllegalArgumentException("the applied point is no change of routes");
        };
    }

    private static final class ToRow implements RouteChange.Visitor {
        private Row row;

        @Override
        public void on(RouteChange.GroupPut change) {
            row = new Row(RowKeys.group(change.group().name()), RowValues.of(change.group()));
        }

        @Override
        public void on(RouteChange.GroupRemoved change) {
            row = new Row(RowKeys.group(change.name()), null);
        }

        @Override
        public void on(RouteChange.MemberPut change) {
            row = new Row(RowKeys.member(change.member().key()), RowValues.of(change.member()));
        }

        @Override
        public void on(RouteChange.MemberRemoved change) {
            row = new Row(RowKeys.member(change.key()), null);
        }

        @Override
        public void on(RouteChange.TopicPut change) {
            row = new Row(RowKeys.topic(change.broker(), change.topic().name()), RowValues.of(change.topic()));
        }

        @Override
        public void on(RouteChange.TopicRemoved change) {
            row = new Row(RowKeys.topic(change.broker(), change.topic()), null);
        }

        @Override
        public void on(RouteChange.TombstonePut change) {
            row = new Row(
                    RowKeys.tombstone(
                            change.tombstone().broker(), change.tombstone().topic()),
                    RowValues.of(change.tombstone()));
        }

        @Override
        public void on(RouteChange.TombstoneRemoved change) {
            row = new Row(RowKeys.tombstone(change.broker(), change.topic()), null);
        }
    }
}
