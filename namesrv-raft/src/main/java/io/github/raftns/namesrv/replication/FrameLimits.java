package io.github.raftns.namesrv.replication;

import com.alipay.remoting.ExtendedNettyChannelHandler;
import io.netty.channel.ChannelHandler;
import java.util.List;

/** Gives each connection, on either side, its {@link FrameLimit} before anything else. Any thread. */
final class FrameLimits implements ExtendedNettyChannelHandler {
    private final int frameBytesMax;

    FrameLimits(int frameBytesMax) {
        this.frameBytesMax = frameBytesMax;
    }

    @Override
    public List<ChannelHandler> frontChannelHandlers() {
        return List.of(new FrameLimit(frameBytesMax));
    }

    @Override
    public List<ChannelHandler> backChannelHandlers() {
        return List.of();
    }
}
