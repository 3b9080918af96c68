/**
 * Robustness: our nodes beside unmodified RocketMQ brokers, clients, {@code mqadmin} and NameServers, every one a process of its own that
 * can be killed, stopped and started again.
 *
 * <p>Owns the lab ({@link io.github.raftns.namesrv.robustness.Lab}: directory, ports, children) and what runs in it; keeps class paths and
 * compiled drivers in {@code target/rocketmq} and the log files of every run in {@code target/lab}.
 *
 * <p>Threads: the test thread owns everything; each child has a reader thread, which owns its log file.
 *
 * <p>May know: our nodes by their command line and ports alone. Stock code never shares a class path with ours.
 */
package io.github.raftns.namesrv.robustness;
