package cloakroom.bench.family.http;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.lab.Interval;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Servers under the same load, a block each in every round, in another order each time. Each has
 * users of its own, because two servers on one database are in each other's way otherwise.
 */
final class HttpCell implements AutoCloseable {
  static final int CONNECTIONS = 80;
  private static final long SEED = 20_110_811;

  private record Subject(ServerUnderLoad server, LoopbackClient client, List<Turn> turns) {}

  private final Map<String, Subject> subjects = new LinkedHashMap<>();
  private final Script.Kind kind;

  HttpCell(Script.Kind kind) {
    this.kind = kind;
  }

  /** Adds a server, which this closes, and opens its sessions. */
  void add(String name, ServerUnderLoad server) throws IOException {
    long firstUser = 1L + (long) CONNECTIONS * subjects.size();
    try {
      LoopbackClient client = new LoopbackClient(server.port(), CONNECTIONS, firstUser, kind);
      subjects.put(name, new Subject(server, client, new ArrayList<>()));
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  /** Gives each its turns. */
  void run(Family.Plan plan, Duration warmUp, Duration block) throws IOException {
    for (Subject subject : subjects.values()) {
      subject.client().run(warmUp);
    }
    Random random = new Random(SEED);
    for (int round = 0; round < plan.rounds(); round++) {
      List<Subject> order = new ArrayList<>(subjects.values());
      Collections.shuffle(order, random);
      for (Subject subject : order) {
        subject.turns().add(subject.client().run(block));
      }
    }
  }

  /** What each did. */
  List<Row> rows(String cell) {
    return subjects.entrySet().stream()
        .map(named -> new Row(cell, named.getKey(), Turn.figures(named.getValue().turns())))
        .toList();
  }

  /** How many times the requests a second of another one does. */
  Interval ratio(String one, String other) {
    return Interval.of(
        Turn.rates(subjects.get(one).turns()), Turn.rates(subjects.get(other).turns()));
  }

  @Override
  public void close() throws IOException {
    for (Subject subject : subjects.values()) {
      subject.client().close();
      subject.server().close();
    }
  }
}
