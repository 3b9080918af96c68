package io.github.raftns.rpc.codec;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Inflates one zlib stream piece by piece into the reader's own buffers, so that a bomb costs time up to the limit and no
 * memory. Refuses a stream that ends early, bytes after its end and more output than allowed. One thread; close it.
 */
final class InflatingInput extends InputStream {
    private final Inflater inflater = new Inflater();
    private final int bytesMax;
    private int bytesOut;

    InflatingInput(ByteBuffer compressed, int bytesMax) {
        inflater.setInput(compressed.duplicate());
        this.bytesMax = bytesMax;
    }

    @Override
    public int read() throws BodyException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws BodyException {
        if (length == 0) {
            return 0;
        }
        int count = inflate(target, offset, length);
        if (count > 0) {
            bytesOut += count;
            if (bytesOut > bytesMax) {
                throw new BodyException(
                        BodyException.Kind.TOO_LARGE,
                        "compressed body inflates to more than the " + bytesMax + " bytes accepted");
            }
            return count;
        }
        if (!inflater.finished()) {
            throw BodyException.malformed(
                    "compressed body ends before its zlib stream does, after " + bytesOut + " inflated bytes");
        }
        if (inflater.getRemaining() > 0) {
            throw BodyException.malformed(
                    inflater.getRemaining() + " bytes follow the zlib stream of the compressed body");
        }
        return -1;
    }

    private int inflate(byte[] target, int offset, int length) throws BodyException {
        try {
            return inflater.inflate(target, offset, length);
        } catch (DataFormatException notZlib) {
            throw new BodyException(
                    BodyException.Kind.MALFORMED,
                    "compressed body is no zlib stream: " + notZlib.getMessage(),
                    notZlib);
        }
    }

    @Override
    public void close() {
        inflater.end();
    }
}
