package cloakroom.bench.family.pool;

import cloakroom.app.NoopApplication;
import cloakroom.app.UserSession;
import cloakroom.bench.family.FamilyResult.Bar;
import cloakroom.bench.family.FamilyResult.BarResult;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.lab.Interval;
import cloakroom.http.UserSessions;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.Counts;
import cloakroom.module.Preset;
import cloakroom.module.ReleasePolicy;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Scanner;
import javax.management.JMException;
import javax.management.ObjectName;

/** What a session takes of the heap while its user does nothing, beyond what its module holds. */
final class IdleSessions {
  private static final int[] COUNTS = {1_000, 10_000, 100_000};
  private static final String[] NAMES = {"FirstModule", "SecondModule"};
  private static final double MOST_STORED = 300;
  private static final double MOST_IN_MEMORY = 4_096;

  enum Place {
    STORE("state in the store", "10"),
    MEMORY("state in memory", "200000");

    private final String words;
    private final String instances;

    Place(String words, String instances) {
      this.words = words;
      this.instances = instances;
    }

    ReleasePolicy policy() {
      return Preset.RELEASE_IN_MEMORY
          .policy()
          .with(Map.of("jbo.recyclethreshold", instances, "jbo.ampool.maxpoolsize", instances));
    }
  }

  private record Cell(Place place, int modules, int sessions) {}

  private final Map<Cell, Double> bytes = new LinkedHashMap<>();

  private IdleSessions() {}

  /** Makes sessions, as many as each row says, and counts the live bytes before and after. */
  static IdleSessions measure() {
    IdleSessions all = new IdleSessions();
    bytes(Place.MEMORY, 2, COUNTS[0]); // loads every class
    for (Place place : Place.values()) {
      for (int modules = 1; modules <= 2; modules++) {
        for (int sessions : COUNTS) {
          all.bytes.put(new Cell(place, modules, sessions), bytes(place, modules, sessions));
        }
      }
    }
    return all;
  }

  static double bytes(Place place, int modules, int count) {
    UserSessions.Patience patience =
        new UserSessions.Patience(Duration.ofHours(1), 8, Duration.ofSeconds(10));
    try (UserSessions sessions = new UserSessions(new NoopApplication(), new Counts(), patience);
        ApplicationModulePool<BarePool.Module> pool = BarePool.open(place.policy(), new Counts())) {
      long before = liveBytes();
      for (int i = 0; i < count; i++) {
        UserSession session = sessions.create(i + 1);
        for (int module = 0; module < modules; module++) {
          CheckOut<BarePool.Module> out = pool.checkOut(session.cookie(NAMES[module]));
          out.touch();
          out.checkIn();
        }
      }
      return (double) (liveBytes() - before) / sessions.size();
    }
  }

  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    bytes.forEach(
        (cell, each) ->
            rows.add(
                new Row(
                    "idle sessions that have used "
                        + (cell.modules() == 1 ? "one module" : "two modules"),
                    String.format(
                        Locale.ROOT, "%s, %,d sessions", cell.place().words, cell.sessions()),
                    Map.of("B/session", each))));
    rows.sort(Comparator.comparing(Row::cell)); // "one" before "two"
    return rows;
  }

  List<BarResult> bars() {
    return List.of(
        bar(Place.STORE, Bar.atMost(MOST_STORED, "B")),
        bar(Place.MEMORY, Bar.atMost(MOST_IN_MEMORY, "B")));
  }

  private BarResult bar(Place place, Bar bar) {
    double most =
        bytes.entrySet().stream()
            .filter(entry -> entry.getKey().place() == place && entry.getKey().modules() == 1)
            .mapToDouble(Map.Entry::getValue)
            .max()
            .orElseThrow();
    return new BarResult("heap of an idle session, " + place.words, bar, Interval.counted(most, 1));
  }

  /** Bytes of all live objects, as the virtual machine counts them after a cleaning. */
  private static long liveBytes() {
    try {
      String histogram =
          (String)
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(
                      new ObjectName("com.sun.management:type=DiagnosticCommand"),
                      "gcClassHistogram",
                      new Object[] {new String[0]},
                      new String[] {String[].class.getName()});
      return new Scanner(histogram.substring(histogram.lastIndexOf("Total") + 5))
          .tokens()
          .skip(1)
          .mapToLong(Long::parseLong)
          .findFirst()
          .orElseThrow();
    } catch (JMException e) {
      throw new IllegalStateException("the virtual machine does not count its objects", e);
    }
  }
}
