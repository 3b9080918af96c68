package io.github.raftns.namesrv.view;

import io.github.raftns.rpc.model.BrokerName;
import io.github.raftns.rpc.model.TopicName;

/** What identifies a row of a topic in a broker name. */
record RowKey(BrokerName broker, TopicName topic) {}
