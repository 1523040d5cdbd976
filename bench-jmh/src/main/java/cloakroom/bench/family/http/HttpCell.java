package cloakroom.bench.family.http;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.family.http.LoopbackClient.Turn;
import cloakroom.bench.lab.Blocks;
import cloakroom.bench.lab.Blocks.Figures;
import cloakroom.bench.lab.Interval;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Servers under the same load, a block each in every round, in another order each time. Each has
 * users of its own, because two servers on one database are in each other's way otherwise.
 */
final class HttpCell implements AutoCloseable {
  static final int CONNECTIONS = 80;

  private record Subject(String name, ServerUnderLoad server, LoopbackClient client) {}

  private final List<Subject> subjects = new ArrayList<>();
  private final Map<String, Turn> found = new LinkedHashMap<>();
  private final Script.Kind kind;

  HttpCell(Script.Kind kind) {
    this.kind = kind;
  }

  /** Adds a server, which this closes, and opens its sessions. */
  void add(String name, ServerUnderLoad server) throws IOException {
    long firstUser = 1L + (long) CONNECTIONS * subjects.size();
    try {
      LoopbackClient client = new LoopbackClient(server.port(), CONNECTIONS, firstUser, kind);
      subjects.add(new Subject(name, server, client));
      found.put(name, null);
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  void run(Family.Plan plan, Duration warmUp, Duration block) throws IOException {
    for (Subject subject : subjects) {
      subject.client().run(warmUp);
    }
    for (Subject subject : Blocks.turns(subjects, plan.rounds())) {
      found.merge(subject.name(), subject.client().run(block), Turn::and);
    }
  }

  List<Row> rows(String cell) {
    return found.entrySet().stream()
        .map(named -> new Row(cell, named.getKey(), figures(named.getValue())))
        .toList();
  }

  private static Map<String, Double> figures(Turn turn) {
    Figures all = turn.figures();
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("requests/s", all.rate());
    figures.put("p50 µs", all.micros(50));
    figures.put("p99 µs", all.micros(99));
    figures.put("bytes/request", all.bytes());
    figures.put("CPU µs/request", turn.cpuNanos() / 1e3 / all.operations());
    return figures;
  }

  /** How many times the requests a second of another one does. */
  Interval ratio(String one, String other) {
    return found.get(one).figures().over(found.get(other).figures());
  }

  @Override
  public void close() throws IOException {
    for (Subject subject : subjects) {
      subject.client().close();
      subject.server().close();
    }
  }
}
