package io.github.raftns.rpc.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;

/** UTF-8 that is refused when broken: replaced by question marks, two different names would become one. */
final class StrictText {
    private static final char REPLACEMENT = '\uFFFD';

    private StrictText() {}

    /** Reads this many bytes; null when they are no UTF-8. */
    static String read(ByteBuf buffer, int bytes) {
        int start = buffer.readerIndex();
        String text = buffer.readCharSequence(bytes, StandardCharsets.UTF_8).toString();
        // the character is legal, so its presence only says that a closer look is needed
        boolean suspect = text.indexOf(REPLACEMENT) >= 0;
        return suspect && !ByteBufUtil.isText(buffer, start, bytes, StandardCharsets.UTF_8) ? null : text;
    }
}
