package io.github.raftns.store.rocksdb;

import io.github.raftns.store.Acknowledgements;
import io.github.raftns.store.StoreFault;
import java.io.IOException;
import java.nio.file.Path;

/** Opens a store twice where the native library cannot be unpacked, and says what comes of it. */
final class LibraryProbe {
    private LibraryProbe() {}

    public static void main(String[] arguments) throws IOException {
        Acknowledgements out = new Acknowledgements();
        for (int i = 0; i < 2; i++) {
            try {
                RocksStore.open(Path.of(arguments[0]), RocksSettings.defaults()).close();
                out.say("opened");
            } catch (StoreFault e) {
                out.say(e.getMessage().replace('\n', ' '));
            }
        }
    }
}
