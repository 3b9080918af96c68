package io.github.raftns.namesrv.command;

/** One method a command, so that a forgotten one does not compile. */
public interface CommandHandler<R> {
    R on(RegisterBroker command);

    R on(UnregisterBroker command);

    R on(ExpireBroker command);

    R on(DeleteTopic command);

    R on(ChangePermission command);

    R on(MarkState command);
}
