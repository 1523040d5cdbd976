package cloakroom.bench.family.relay;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.lab.Blocks;
import cloakroom.bench.lab.Blocks.Figures;
import cloakroom.bench.machine.ProcessTimes;
import cloakroom.connection.link.RelayProcess;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The relay's process between connections and an echo, beside the same without a relay. */
public final class RelayFamily implements Family {
  private static final int CONNECTIONS = 100;
  private static final Duration DISTANCE = Duration.ofMillis(1);

  /** 2,000 round trips a second in all, as a tier under the stress test makes. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  private static final Duration WARM_UP = Duration.ofSeconds(3);
  private static final Duration BLOCK = Duration.ofSeconds(1);

  private static final String DIRECT = "direct";
  private static final String RELAY = "relay, no distance";
  private static final String FAR = "relay, 1 ms";
  private static final String PINNED = "relay on one processor";

  private static final double MOST_ADDED_MICROS = 40;
  private static final double MOST_MISSED_P50 = 5;
  private static final double MOST_MISSED_P99 = 10;
  private static final double LEAST_CARRIED = 20_000;

  /** The same, told apart from what its caller and its echo are able to do. */
  private static final double MOST_CPU_MICROS = 50;

  private static final List<String> COLUMNS =
      List.of("round trips/s", "p50 µs", "p99 µs", "relay's CPU µs/round trip");

  @Override
  public String name() {
    return "relay";
  }

  @Override
  public boolean needsDatabase() {
    return false;
  }

  @Override
  public FamilyResult run(Plan plan, Consumer<String> progress) throws Exception {
    FamilyResult found = new FamilyResult(name());
    added(plan, progress, found);
    missed(plan, progress, found);
    carried(plan, progress, found);
    return found;
  }

  private void added(Plan plan, Consumer<String> progress, FamilyResult found) throws Exception {
    String name = "1 connection";
    progress.accept(name);
    try (Cell cell = new Cell(1, Duration.ZERO)) {
      cell.direct();
      cell.relayed(RELAY, Duration.ZERO);
      cell.relayed(FAR, DISTANCE);
      Map<String, Figures> figures = cell.run(name, plan, found);
      found.atMost(
          "added at no distance, p50, " + name,
          MOST_ADDED_MICROS,
          "µs",
          figures.get(RELAY).micros(50) - figures.get(DIRECT).micros(50));
    }
  }

  private void missed(Plan plan, Consumer<String> progress, FamilyResult found) throws Exception {
    String name = CONNECTIONS + " connections, 2,000 round trips/s";
    progress.accept(name);
    try (Cell cell = new Cell(CONNECTIONS, PAUSE)) {
      cell.direct();
      cell.relayed(RELAY, Duration.ZERO);
      cell.relayed(FAR, DISTANCE);
      Map<String, Figures> figures = cell.run(name, plan, found);
      found.atMost("1 ms missed by, p50, " + name, MOST_MISSED_P50, "%", missed(figures, 50));
      found.atMost("1 ms missed by, p99, " + name, MOST_MISSED_P99, "%", missed(figures, 99));
    }
  }

  /** By how many per cent what the relay adds differs from what it was asked for. */
  private static double missed(Map<String, Figures> figures, double percentile) {
    double added = figures.get(FAR).micros(percentile) - figures.get(DIRECT).micros(percentile);
    double asked = DISTANCE.toNanos() / 1e3;
    return Math.abs(added - asked) / asked * 100;
  }

  private void carried(Plan plan, Consumer<String> progress, FamilyResult found) throws Exception {
    String name = CONNECTIONS + " connections, at once";
    progress.accept(name);
    try (Cell cell = new Cell(CONNECTIONS, Duration.ZERO)) {
      cell.direct();
      boolean pinned = pin(cell.relayed(PINNED, Duration.ZERO));
      Map<String, Figures> figures = cell.run(name, plan, found);
      found.atLeast(
          "carried on one processor, " + name,
          LEAST_CARRIED,
          "round trips/s",
          figures.get(PINNED).rate());
      found.atMost(
          "the relay's processor time for each of them",
          MOST_CPU_MICROS,
          "µs",
          figures.get(PINNED).cpuNanos() / 1e3);
      if (!pinned) {
        found.remarks().add("There is no taskset here: the relay had more than one processor.");
      }
    }
  }

  private static boolean pin(RelayProcess relay) throws InterruptedException {
    String id = Long.toString(relay.processId());
    try {
      return new ProcessBuilder("taskset", "-a", "-c", "-p", "0", id)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Subjects with the same connections, in turn; each relay has an echo of its own. */
  private static final class Cell implements AutoCloseable {
    private final Blocks blocks = new Blocks(1);
    private final Deque<Closeable> open = new ArrayDeque<>();
    private final int connections;
    private final Duration pause;

    Cell(int connections, Duration pause) {
      this.connections = connections;
      this.pause = pause;
    }

    void direct() throws IOException {
      add(DIRECT, echo().port(), 0);
    }

    RelayProcess relayed(String name, Duration distance) throws IOException {
      String url = "jdbc:postgresql://127.0.0.1:" + echo().port() + "/echo";
      RelayProcess relay = RelayProcess.start(url, distance, Duration.ZERO);
      open.push(relay::close);
      add(name, URI.create(relay.url().substring("jdbc:".length())).getPort(), relay.processId());
      return relay;
    }

    private Echo echo() throws IOException {
      Echo echo = new Echo();
      open.push(echo);
      return echo;
    }

    private void add(String name, int port, long relay) throws IOException {
      Caller caller =
          new Caller(
              port, connections, pause, () -> relay == 0 ? Double.NaN : ProcessTimes.millis(relay));
      open.push(caller);
      blocks.add(name, caller::run);
    }

    Map<String, Figures> run(String cell, Plan plan, FamilyResult found) throws Exception {
      Map<String, Figures> figures = blocks.run(WARM_UP, BLOCK, plan.rounds());
      found.rows(
          cell,
          COLUMNS,
          figures,
          all -> new double[] {all.rate(), all.micros(50), all.micros(99), all.cpuNanos() / 1e3});
      return figures;
    }

    @Override
    public void close() throws IOException {
      for (Closeable each : open) {
        each.close();
      }
      blocks.close();
    }
  }
}
