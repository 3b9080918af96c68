package io.github.raftns.store;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** How a child process says what it has done: one line a number, with the operating system when this returns. */
public final class Acknowledgements {
    /** Tells an acknowledgement from a line of the log. */
    static final String MARK = "> ";

    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    public void done(long number) throws IOException {
        say(Long.toString(number));
    }

    public void say(String text) throws IOException {
        out.write((MARK + text + "\n").getBytes(StandardCharsets.US_ASCII));
    }
}
