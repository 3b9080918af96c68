package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.command.MemberRecord;
import io.github.raftns.rpc.message.HeartbeatRequest;
import io.github.raftns.rpc.message.Response;

/** 904: a sign of life of the registration found at the address, if there is one; always code 0, as in stock. */
final class HeartbeatHandler {
    private final Door door;

    HeartbeatHandler(Door door) {
        this.door = door;
    }

    void handle(Exchange exchange, HeartbeatRequest request) {
        MemberRecord member = exchange.view().memberByAddress(request.name(), request.address());
        if (member != null && member.cluster().equals(request.cluster())) {
            door.liveness().heard(member.key(), member.epoch());
        }
        exchange.reply(Response.ok());
    }
}
