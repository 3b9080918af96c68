package io.github.raftns.namesrv.command;

/**
 * One entry of the log. Whatever is uncertain (time, verdicts) was decided by the leader and stands in the command;
 * applying one depends on nothing but index, term, command and state.
 */
public sealed interface Command
        permits RegisterBroker, UnregisterBroker, ExpireBroker, DeleteTopic, ChangePermission, MarkState {
    <R> R accept(CommandHandler<R> handler);
}
