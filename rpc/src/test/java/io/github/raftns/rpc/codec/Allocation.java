package io.github.raftns.rpc.codec;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** How many bytes the current thread allocated, as the JVM counts them. */
final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    static long total() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    /** Of a decoding that must end in {@link BodyException}. */
    static long duringFailureOf(ThrowingCallable decoding) {
        long before = total();
        assertThatExceptionOfType(BodyException.class).isThrownBy(decoding);
        return total() - before;
    }
}
