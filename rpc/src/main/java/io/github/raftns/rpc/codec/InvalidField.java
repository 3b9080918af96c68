package io.github.raftns.rpc.codec;

/** A field that is missing or cannot be read; never leaves {@link RequestDecoder}, which makes an answerable request of it. */
final class InvalidField extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidField(String problem) {
        super(problem, null, false, false);
    }
}
