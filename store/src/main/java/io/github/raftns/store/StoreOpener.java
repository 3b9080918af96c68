package io.github.raftns.store;

import java.nio.file.Path;

/** Opens stores of one kind; lets whoever keeps directories of stores stay ignorant of the kind. */
public interface StoreOpener {
    /**
     * Opens the store in a directory that exists: an empty directory gives an empty store, the files of a checkpoint give its content.
     *
     * @param released run once, when the store was closed and its last handle is closed too, so that nothing of it is in
     *     use any more; runs on whichever thread closed the last one
     * @throws StoreFault when the directory holds something else, is in use, or cannot be read
     */
    KeyValueStore open(Path directory, Runnable released);

    /** Whether a file of a checkpoint is never written again, so that a hard link is as good as a copy. */
    boolean isWrittenOnce(String fileName);
}
