package io.github.raftns.namesrv.machine;

/** The tables of the state. The letter is the first byte of every key and is never reused. */
enum Table {
    APPLIED('a', "applied"),
    GROUP('g', "group"),
    MEMBER('m', "member"),
    TOPIC('t', "topic"),
    TOMBSTONE('x', "tombstone");

    private final byte letter;
    private final String title;

    Table(char letter, String title) {
        this.letter = (byte) letter;
        this.title = title;
    }

    byte letter() {
        return letter;
    }

    /** As it stands in key texts. */
    String title() {
        return title;
    }

    /** @throws StateFault when no table has this letter */
    static Table of(byte letter) {
        for (Table table : values()) {
            if (table.letter == letter) {
                return table;
            }
        }
        throw new StateFault("a row's key begins with the unknown table letter " + letter);
    }
}
