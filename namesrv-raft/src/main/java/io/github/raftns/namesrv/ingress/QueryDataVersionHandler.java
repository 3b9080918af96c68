package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.rpc.codec.DataVersionBody;
import io.github.raftns.rpc.message.QueryDataVersionRequest;
import io.github.raftns.rpc.message.Response;
import io.github.raftns.rpc.model.EncodedBody;
import java.util.Optional;
import java.util.TreeMap;

/**
 * 322: tells a broker whether it must register again. A sign of life of the registration it finds; never creates one. A
 * registration that is not complete yet shows its old version here, so its broker is told to send it again.
 */
final class QueryDataVersionHandler {
    private final Door door;

    QueryDataVersionHandler(Door door) {
        this.door = door;
    }

    void handle(Exchange exchange, QueryDataVersionRequest request) {
        Optional<MemberRecord> member = Optional.ofNullable(exchange.view()
                        .memberByAddress(
                                request.broker().name(), request.broker().address()))
                .filter(found -> found.cluster().equals(request.broker().cluster()));
        member.ifPresent(found -> door.liveness().heard(found.key(), found.epoch()));
        boolean changed = !member.map(found -> found.dataVersion().equals(request.version()))
                .orElse(false);
        TreeMap<String, String> fields = new TreeMap<>();
        fields.put("changed", Boolean.toString(changed));
        exchange.reply(Response.ok(
                fields,
                member.map(found -> DataVersionBody.encode(found.dataVersion())).orElse(EncodedBody.EMPTY)));
    }
}
