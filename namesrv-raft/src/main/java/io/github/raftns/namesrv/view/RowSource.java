package io.github.raftns.namesrv.view;

import io.github.raftns.namesrv.command.RouteChange;
import java.util.function.Consumer;

/** All rows of a state, as changes that put them, in any order. A list's or a stream's {@code forEach} is one. */
@FunctionalInterface
public interface RowSource {
    void forEach(Consumer<RouteChange> sink);
}
