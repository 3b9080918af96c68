package io.github.raftns.client;

import io.github.raftns.rpc.client.RpcException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletionException;

/** A question that got no usable answer; the message is one line that says why, without the node's address. */
public final class CallFailed extends Exception {
    private static final long serialVersionUID = 1L;

    CallFailed(String message) {
        super(message);
    }

    CallFailed(String message, Throwable cause) {
        super(message, cause);
    }

    /** Why a future failed. */
    static CallFailed of(Throwable fault, Duration timeout) {
        Throwable cause = fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault;
        if (cause instanceof CallFailed already) {
            return already;
        }
        String reason = cause instanceof RpcException rpc ? reason(rpc, timeout) : cause.toString();
        return new CallFailed(reason, cause);
    }

    private static String reason(RpcException fault, Duration timeout) {
        return switch (fault.kind()) {
            case NOT_CONNECTED -> {
                if (fault.getCause() instanceof UnknownHostException) {
                    yield "unknown host";
                }
                // the platform's message differs by transport and repeats the address
                yield fault.getCause() instanceof ConnectException refused
                                && String.valueOf(refused.getMessage()).contains("refused")
                        ? "connection refused"
                        : fault.getMessage();
            }
            case BACKLOGGED -> fault.getMessage();
            case ALREADY_CLOSED, CLOSED -> "it closed the connection without an answer";
            case TIMED_OUT -> "no answer within " + timeout.toMillis() + " ms";
        };
    }
}
