package io.github.raftns.client.cli;

import io.github.raftns.client.CallFailed;
import io.github.raftns.client.NameServerClient;
import io.github.raftns.client.NodeConnection;
import io.github.raftns.rpc.model.HostPort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The nodes that one invocation talks to: asks several at once and waits for all of them. Every question has the client's
 * deadline, so no wait is endless. Main thread only.
 */
final class Nodes implements AutoCloseable {
    private final NameServerClient client;
    private final Map<HostPort, CompletableFuture<NodeConnection>> connections = new HashMap<>();

    Nodes(NameServerClient client) {
        this.client = client;
    }

    <T> Answer<T> ask(HostPort address, Function<NodeConnection, CompletableFuture<T>> question) {
        return askAll(List.of(address), question).get(0);
    }

    /** One answer an address, in their order. */
    <T> List<Answer<T>> askAll(
            Collection<HostPort> addresses, Function<NodeConnection, CompletableFuture<T>> question) {
        Map<HostPort, CompletableFuture<T>> asked = new HashMap<>();
        for (HostPort address : addresses) {
            asked.computeIfAbsent(address, to -> connection(to).thenCompose(question));
        }
        List<Answer<T>> answers = new ArrayList<>();
        for (HostPort address : addresses) {
            Answer<T> answer = await(address, asked.get(address));
            if (!answer.given()) {
                forget(address);
            }
            answers.add(answer);
        }
        return answers;
    }

    /** Waits before the same question is asked again. */
    void pause(Duration duration) {
        CompletableFuture.runAsync(
                        () -> {}, CompletableFuture.delayedExecutor(duration.toMillis(), TimeUnit.MILLISECONDS))
                .join();
    }

    @Override
    public void close() {
        client.close();
    }

    private CompletableFuture<NodeConnection> connection(HostPort address) {
        return connections.computeIfAbsent(address, client::connect);
    }

    /** The next question gets a new connection: this one may be why there was no answer. */
    private void forget(HostPort address) {
        CompletableFuture<NodeConnection> connection = connections.remove(address);
        if (connection != null && !connection.isCompletedExceptionally()) {
            connection.join().close();
        }
    }

    private static <T> Answer<T> await(HostPort address, CompletableFuture<T> future) {
        try {
            return new Answer<>(address, future.join(), null);
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof CallFailed reason) {
                return new Answer<>(address, null, reason.getMessage());
            }
            throw failed;
        }
    }
}
