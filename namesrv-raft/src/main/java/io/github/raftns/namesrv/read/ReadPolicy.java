package io.github.raftns.namesrv.read;

/** What a reader asks of freshness. */
public sealed interface ReadPolicy permits ReadPolicy.Local, ReadPolicy.AtLeast, ReadPolicy.Linearizable {
    ReadPolicy LOCAL = new Local();
    ReadPolicy LINEARIZABLE = new Linearizable();

    /** What this node has applied, whatever that is; passes at once. */
    record Local() implements ReadPolicy {}

    /** Not before this node has applied the index. */
    record AtLeast(long index) implements ReadPolicy {}

    /** Not before this node has applied all that was committed when the read arrived (ReadIndex). */
    record Linearizable() implements ReadPolicy {}
}
