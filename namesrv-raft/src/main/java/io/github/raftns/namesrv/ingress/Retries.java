package io.github.raftns.namesrv.ingress;

import io.github.raftns.namesrv.command.ChangePermission;
import io.github.raftns.namesrv.command.CommandHandler;
import io.github.raftns.namesrv.command.DeleteTopic;
import io.github.raftns.namesrv.command.ExpireBroker;
import io.github.raftns.namesrv.command.Intent;
import io.github.raftns.namesrv.command.MarkState;
import io.github.raftns.namesrv.command.RegisterBroker;
import io.github.raftns.namesrv.command.UnregisterBroker;

/**
 * Which intents may be asked again when nobody knows what became of them.
 *
 * <p>A registration is judged anew against the state each time; a goodbye names its epoch, so a second one finds nothing; a
 * mark changes nothing. A deletion or a mask asked for twice could undo what came in between.
 */
final class Retries implements CommandHandler<Boolean> {
    private static final Retries RULE = new Retries();

    private Retries() {}

    static boolean areSafe(Intent intent) {
        return intent instanceof Intent.Direct direct ? direct.command().accept(RULE) : true;
    }

    @Override
    public Boolean on(RegisterBroker command) {
        return false; // a difference of one moment; whole registrations travel as Intent.Register
    }

    @Override
    public Boolean on(UnregisterBroker command) {
        return true;
    }

    @Override
    public Boolean on(ExpireBroker command) {
        return false;
    }

    @Override
    public Boolean on(DeleteTopic command) {
        return false;
    }

    @Override
    public Boolean on(ChangePermission command) {
        return false;
    }

    @Override
    public Boolean on(MarkState command) {
        return true;
    }
}
