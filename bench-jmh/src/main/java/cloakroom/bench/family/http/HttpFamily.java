package cloakroom.bench.family.http;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyCell;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyRounds;
import cloakroom.bench.family.http.HttpBenchmark.Server;
import java.util.List;
import java.util.Map;

/** The tier's HTTP side against a bare Jetty server: 80 keep-alive connections. */
public final class HttpFamily implements Family {
  private static final double SHARE_OF_BARE = 0.85;
  private static final String REQUEST = "request";
  private static final List<String> COLUMNS =
      List.of("requests/s", "p50 µs", "p99 µs", "bytes/request", "CPU µs/request");

  @Override
  public String name() {
    return "http";
  }

  private static FamilyCell cell(Script script, Server server) {
    String work = server == Server.PAGES ? HttpBenchmark.POLICY.policyName() : "noop";
    return new FamilyCell(
        script.words() + ", " + work,
        server.words(),
        HttpBenchmark.class,
        REQUEST,
        Map.of("server", server.name(), "script", script.name()),
        HttpBenchmark.CONNECTIONS);
  }

  @Override
  public List<FamilyCell> cells(boolean full) {
    return List.of(
        cell(Script.OPEN, Server.TIER),
        cell(Script.OPEN, Server.BARE),
        cell(Script.CHANGE_AND_COMMIT, Server.TIER),
        cell(Script.CHANGE_AND_COMMIT, Server.BARE),
        cell(Script.CHANGE_AND_COMMIT, Server.PAGES));
  }

  @Override
  public void read(FamilyRounds rounds, FamilyResult found) {
    for (FamilyCell cell : rounds.cells(REQUEST)) {
      found.row(
          cell,
          COLUMNS,
          rounds.rate(cell),
          rounds.micros(cell, 50),
          rounds.micros(cell, 99),
          rounds.bytes(cell),
          rounds.cpuMicros(cell));
    }
    for (Script script : Script.values()) {
      FamilyCell tier = cell(script, Server.TIER);
      found.atLeast(
          "requests/s of the tier : bare Jetty, " + tier.heading(),
          SHARE_OF_BARE,
          rounds.rateOver(tier, cell(script, Server.BARE)));
    }
    found
        .remarks()
        .add(
            HttpBenchmark.CONNECTIONS
                + " users in the server's process and on its processors send their next request at"
                + " once; their processor time is not counted.");
  }
}
