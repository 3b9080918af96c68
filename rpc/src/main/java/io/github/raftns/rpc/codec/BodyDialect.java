package io.github.raftns.rpc.codec;

/** The two ways in which a NameServer writes a body. */
public enum BodyDialect {
    /** What stock has always written: integer keys without quotation marks, text in UTF-8. Not JSON, but what old clients read. */
    LEGACY,
    /** Standard JSON in ASCII: every key in quotation marks, other characters as {@code \}{@code uXXXX}, a solidus escaped. */
    STANDARD;

    public static BodyDialect of(boolean standardJson) {
        return standardJson ? STANDARD : LEGACY;
    }
}
