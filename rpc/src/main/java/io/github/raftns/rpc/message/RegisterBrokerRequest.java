package io.github.raftns.rpc.message;

import io.github.raftns.rpc.model.ActingMaster;
import io.github.raftns.rpc.model.BrokerIdentity;
import java.nio.ByteBuffer;

/**
 * 103. The topic table is not decoded here: most registrations are repeats, which are recognised by their bytes.
 *
 * @param haServerAddress null when not sent
 * @param heartbeatTimeoutMillis 0 when not sent
 * @param zone null when not sent
 * @param compressed what the header says; 5.x brokers say false and compress all the same
 * @param bodyCrc32 CRC32 of the body as sent, masked to 31 bits; 0 = unchecked
 * @param body read-only view of the receive buffer, empty when absent; valid only until {@code RequestHandler.handle}
 *     returns, so copy what must outlive it
 */
public record RegisterBrokerRequest(
        BrokerIdentity broker,
        String haServerAddress,
        long heartbeatTimeoutMillis,
        ActingMaster actingMaster,
        String zone,
        boolean compressed,
        int bodyCrc32,
        ByteBuffer body)
        implements Request {
    @Override
    public <R> R accept(RequestVisitor<R> visitor) {
        return visitor.on(this);
    }
}
