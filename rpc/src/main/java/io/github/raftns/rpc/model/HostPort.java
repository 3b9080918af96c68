package io.github.raftns.rpc.model;

/**
 * A network address in words: host name or literal, and port. Parsing never resolves a name.
 */
public record HostPort(String host, int port) {
    /** @throws IllegalArgumentException when the host is blank or the port is not in 1..65535 */
    public HostPort {
        if (host == null || host.isBlank()) {
            throw new IllegalArgumentException("host is missing");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " is not in 1..65535");
        }
    }

    /**
     * Reads {@code host:port} or {@code [v6]:port}.
     *
     * @throws IllegalArgumentException with the text and the expected form
     */
    public static HostPort parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("'" + text + "' is not host:port");
        }
        String host = text.substring(0, colon).trim();
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not host:port; write an IPv6 address as [address]:port");
        }
        try {
            return new HostPort(host, Integer.parseInt(text.substring(colon + 1).trim()));
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("'" + text + "' is not host:port; the port is not a number", notANumber);
        }
    }

    @Override
    public String toString() {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
}
