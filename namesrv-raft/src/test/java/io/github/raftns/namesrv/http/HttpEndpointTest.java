package io.github.raftns.namesrv.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpEndpointTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private volatile Readiness readiness = new Readiness(true, "", "LEADER", 3, "1", 42);
    private InetSocketAddress address;
    private HttpEndpoint endpoint;

    @BeforeEach
    void start() throws IOException {
        address = new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort());
        endpoint = HttpEndpoint.start(address, () -> readiness, () -> "raftns_ready 1\n");
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    @Test
    void aLivingProcessSaysSo() throws Exception {
        HttpResponse<String> response = send("GET", "/livez");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"live\":true}");
    }

    @Test
    void readinessIsAskedEachTime() throws Exception {
        assertThat(send("GET", "/readyz").body())
                .isEqualTo(
                        "{\"ready\":true,\"why\":\"\",\"role\":\"LEADER\",\"term\":3,\"leader\":\"1\",\"appliedIndex\":42}");
        readiness = new Readiness(false, "a \"quoted\"\nreason", "FOLLOWER", 4, "", 43);
        HttpResponse<String> unready = send("GET", "/readyz");
        assertThat(unready.statusCode()).isEqualTo(503);
        assertThat(unready.body()).contains("\"ready\":false,\"why\":\"a \\\"quoted\\\"\\u000areason\"");
    }

    @Test
    void metersAreText() throws Exception {
        HttpResponse<String> response = send("GET", "/metrics");
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4");
        assertThat(response.body()).isEqualTo("raftns_ready 1\n");
    }

    @Test
    void otherPathsAndMethodsAreRefused() throws Exception {
        assertThat(send("GET", "/readyz/x").statusCode()).isEqualTo(404);
        assertThat(send("GET", "/").statusCode()).isEqualTo(404);
        assertThat(send("POST", "/readyz").statusCode()).isEqualTo(405);
    }

    @Test
    void aClientThatStallsKeepsNobodyFromAnAnswer() throws Exception {
        try (Socket stalled = new Socket(address.getAddress(), address.getPort())) {
            stalled.getOutputStream().write("GET /livez HTTP/1.1\r\nHo".getBytes(StandardCharsets.US_ASCII));
            stalled.getOutputStream().flush();
            // the first of them may be read before the stalled one is, the others are not
            for (int i = 0; i < 3; i++) {
                assertThat(send("GET", "/readyz").statusCode()).isEqualTo(200);
            }
        }
    }

    private HttpResponse<String> send(String method, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(Duration.ofSeconds(10))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
