package cloakroom.bench.family.http;

import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.lab.Blocks;
import cloakroom.bench.lab.Blocks.Figures;
import cloakroom.bench.lab.Interval;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Servers under the same load, a block each in every round, in another order each time. Each has
 * users of its own, because two servers on one database are in each other's way otherwise.
 */
final class HttpCell implements AutoCloseable {
  static final int CONNECTIONS = 80;

  private static final List<String> COLUMNS =
      List.of("requests/s", "p50 µs", "p99 µs", "bytes/request", "CPU µs/request");

  /** A server that listens on a port of the loopback address until it is closed. */
  interface Server extends Closeable {
    int port();

    @Override
    void close();
  }

  private final Blocks blocks = new Blocks(1);
  private final Deque<Closeable> open = new ArrayDeque<>();
  private final Script.Kind kind;
  private long nextUser = 1;
  private Map<String, Figures> found = Map.of();

  HttpCell(Script.Kind kind) {
    this.kind = kind;
  }

  /** Adds a server, which this closes, and opens its sessions. */
  void add(String name, Server server) throws IOException {
    open.push(server);
    LoopbackClient client = new LoopbackClient(server.port(), CONNECTIONS, nextUser, kind);
    open.push(client);
    nextUser += CONNECTIONS;
    blocks.add(name, client::run);
  }

  void run(int rounds, Duration warmUp, Duration block) throws Exception {
    found = blocks.run(warmUp, block, rounds);
  }

  void rows(String cell, FamilyResult result) {
    result.rows(
        cell,
        COLUMNS,
        found,
        all ->
            new double[] {
              all.rate(), all.micros(50), all.micros(99), all.bytes(), all.cpuNanos() / 1e3
            });
  }

  /** How many times the requests a second of another one does. */
  Interval ratio(String one, String other) {
    return found.get(one).over(found.get(other));
  }

  @Override
  public void close() throws IOException {
    for (Closeable each : open) {
      each.close();
    }
    blocks.close();
  }
}
