package cloakroom.bench.family.http;

import cloakroom.bench.family.Cell;
import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyRounds;
import cloakroom.bench.family.http.HttpBenchmark.Server;
import cloakroom.bench.lab.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.util.VirtualThreads;

/**
 * The tier's HTTP side against a bare Jetty server: 80 keep-alive connections. With virtual threads
 * beside platform threads where the JDK has them.
 */
public final class HttpFamily implements Family {
  private static final double SHARE_OF_BARE = 0.85;
  private static final String REQUEST = "request";
  private static final List<String> COLUMNS =
      List.of("requests/s", "p50 µs", "p99 µs", "bytes/request", "CPU µs/request");

  /** What servers are asked for, and what that does in them. */
  private record Load(Script script, boolean database) {
    private String words() {
      return script.words() + ", " + (database ? HttpBenchmark.PAGES.policyName() : "noop");
    }

    private Cell cell(Server server) {
      return new Cell(
          words(),
          server.words(),
          HttpBenchmark.class,
          REQUEST,
          Map.of("server", server.name(), "database", "" + database, "script", script.name()),
          HttpBenchmark.CONNECTIONS);
    }
  }

  private static final List<Load> LOADS =
      List.of(
          new Load(Script.OPEN, false),
          new Load(Script.CHANGE_AND_COMMIT, false),
          new Load(Script.CHANGE_AND_COMMIT, true));

  @Override
  public String name() {
    return "http";
  }

  @Override
  public List<Cell> cells(boolean full) {
    List<Cell> cells = new ArrayList<>();
    for (Load load : LOADS) {
      cells.add(load.cell(Server.TIER));
      if (!load.database()) {
        cells.add(load.cell(Server.BARE));
      }
      if (VirtualThreads.areSupported()) {
        cells.add(load.cell(Server.TIER_VIRTUAL));
      }
    }
    return cells;
  }

  @Override
  public void read(FamilyRounds rounds, FamilyResult found) {
    for (Cell cell : rounds.cells(REQUEST)) {
      found.row(
          cell,
          COLUMNS,
          rounds.rate(cell),
          rounds.micros(cell, 50),
          rounds.micros(cell, 99),
          rounds.bytes(cell),
          rounds.cpuMicros(cell));
    }
    for (Load load : LOADS) {
      Cell tier = load.cell(Server.TIER);
      if (!load.database()) {
        found.atLeast(
            "requests/s of the tier : bare Jetty, " + load.words(),
            SHARE_OF_BARE,
            rounds.rateOver(tier, load.cell(Server.BARE)));
      }
      if (VirtualThreads.areSupported()) {
        Interval ratio = rounds.rateOver(load.cell(Server.TIER_VIRTUAL), tier);
        found
            .remarks()
            .add(
                String.format(
                    Locale.ROOT,
                    "Requests/s on virtual : platform threads, %s: %.2f x (%.2f to %.2f).",
                    load.words(),
                    ratio.ratio(),
                    ratio.low(),
                    ratio.high()));
      }
    }
    found
        .remarks()
        .add(
            HttpBenchmark.CONNECTIONS
                + " users in the server's process and on its processors send their next request at"
                + " once; their processor time is not counted.");
    if (!VirtualThreads.areSupported()) {
      found
          .remarks()
          .add(
              "No rows with virtual threads: this JDK is "
                  + Runtime.version().feature()
                  + ", they need 21.");
    }
  }
}
