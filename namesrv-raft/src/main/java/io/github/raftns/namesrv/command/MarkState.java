package io.github.raftns.namesrv.command;

/**
 * Changes nothing. Every node keeps a read handle on its state at this entry's index for a while, so that all can be recounted
 * and compared at one index.
 */
public record MarkState() implements Command {
    @Override
    public <R> R accept(CommandHandler<R> handler) {
        return handler.on(this);
    }
}
