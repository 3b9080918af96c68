package io.github.raftns.rpc.message;

/** The two forms of a frame header; the number is the frame's type byte. */
public enum HeaderForm {
    JSON(0),
    BINARY(1);

    private final int type;

    HeaderForm(int type) {
        this.type = type;
    }

    public int type() {
        return type;
    }
}
