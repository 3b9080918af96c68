package io.github.raftns.namesrv.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Answers machines: {@code GET /livez}, {@code GET /readyz} (200 or 503, and JSON that says why), {@code GET /metrics}
 * (Prometheus text). A few daemon threads of its own, so that a busy node still answers, and so does one with a client that stalls: a
 * request is read on the thread that answers it.
 */
public final class HttpEndpoint implements AutoCloseable {
    /** Connections waiting to be accepted; a handful of probes and scrapers. */
    private static final int BACKLOG = 32;

    private static final int THREADS = 4;

    private final HttpServer server;
    private final ExecutorService executor;

    private HttpEndpoint(HttpServer server, ExecutorService executor) {
        this.server = server;
        this.executor = executor;
    }

    /**
     * Starts listening.
     *
     * @param readiness asked at each {@code /readyz}; must not block
     * @param metrics asked at each {@code /metrics}
     * @throws IOException when the address cannot be listened on
     */
    public static HttpEndpoint start(InetSocketAddress address, Supplier<Readiness> readiness, Supplier<String> metrics)
            throws IOException {
        HttpServer server = HttpServer.create(address, BACKLOG);
        AtomicInteger number = new AtomicInteger();
        ExecutorService executor = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "raftns-http-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(executor);
        server.createContext(
                "/livez", exchange -> answer(exchange, "/livez", 200, "application/json", "{\"live\":true}"));
        server.createContext("/readyz", exchange -> {
            Readiness now = readiness.get();
            answer(exchange, "/readyz", now.ready() ? 200 : 503, "application/json", now.toJson());
        });
        server.createContext(
                "/metrics", exchange -> answer(exchange, "/metrics", 200, "text/plain; version=0.0.4", metrics.get()));
        server.start();
        return new HttpEndpoint(server, executor);
    }

    /** Stops at once; open exchanges are cut. */
    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }

    private static void answer(HttpExchange exchange, String path, int status, String type, String text)
            throws IOException {
        boolean exact = exchange.getRequestURI().getPath().equals(path);
        boolean get = exchange.getRequestMethod().equals("GET");
        int code = !exact ? 404 : get ? status : 405;
        byte[] body = (code == status ? text : "").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        try (exchange) {
            exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
            if (body.length > 0) {
                exchange.getResponseBody().write(body);
            }
        }
    }
}
