package cloakroom.bench.pool;

import cloakroom.app.UserSession;
import cloakroom.bench.family.Bar;
import cloakroom.bench.family.FamilyResult.BarResult;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.run.Interval;
import cloakroom.http.UserSessions;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.CheckOut;
import cloakroom.module.Counts;
import cloakroom.module.Preset;
import cloakroom.module.ReleasePolicy;
import cloakroom.module.SessionCookie;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a session takes of the heap while its user does nothing, beyond what its module holds. */
final class IdleSessions {
  private static final int[] COUNTS = {1_000, 10_000, 100_000};
  private static final double MOST_STORED = 300;
  private static final double MOST_IN_MEMORY = 4_096;

  /** Where the state of the sessions is. */
  private enum Place {
    STORE("state in the store", Integer.toString(10)),
    MEMORY("state in memory", Integer.toString(200_000));

    private final String words;
    private final String instances;

    Place(String words, String instances) {
      this.words = words;
      this.instances = instances;
    }

    ReleasePolicy policy() {
      return Preset.RELEASE_IN_MEMORY
          .policy()
          .with(
              Map.of("jbo.recyclethreshold", instances, "jbo.ampool.maxpoolsize", instances));
    }
  }

  private static final UserSessions.Life NO_LIFE =
      new UserSessions.Life() {
        @Override
        public void end(UserSession session, SessionCookie.End how) {
          // leaves nothing
        }

        @Override
        public void keepAlive(Collection<UserSession> living, Duration unusedAtMost) {
          // nothing grows old
        }
      };

  private final Map<Place, Map<Integer, Double>> bytes = new LinkedHashMap<>();

  private IdleSessions() {}

  /** Makes sessions, as many as each row says, and counts the live bytes before and after. */
  static IdleSessions measure() {
    IdleSessions all = new IdleSessions();
    for (Place place : Place.values()) {
      all.bytes.put(place, new LinkedHashMap<>());
      bytes(place, COUNTS[0]);
      for (int count : COUNTS) {
        all.bytes.get(place).put(count, bytes(place, count));
      }
    }
    return all;
  }

  private static double bytes(Place place, int count) {
    UserSessions.Patience patience =
        new UserSessions.Patience(Duration.ofHours(1), 8, Duration.ofSeconds(10));
    BareStore store = new BareStore();
    try (UserSessions sessions = new UserSessions(patience, NO_LIFE);
        ApplicationModulePool<BareModule> pool =
            new ApplicationModulePool<>(
                BareModule.NAME,
                place.policy(),
                BareModule::new,
                new BareConnections(),
                store,
                store,
                new Counts())) {
      long before = LiveHeap.bytes();
      for (int i = 0; i < count; i++) {
        UserSession session = sessions.create(i + 1);
        CheckOut<BareModule> out = pool.checkOut(session.cookie(BareModule.NAME));
        out.touch();
        out.checkIn();
      }
      return (double) (LiveHeap.bytes() - before) / sessions.size();
    }
  }

  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    bytes.forEach(
        (place, byCount) ->
            byCount.forEach(
                (count, each) ->
                    rows.add(
                        new Row(
                            "idle sessions that have used one module",
                            String.format(Locale.ROOT, "%s, %,d sessions", place.words, count),
                            Map.of("B/session", each)))));
    return rows;
  }

  List<BarResult> bars() {
    return List.of(
        bar(Place.STORE, Bar.atMost(MOST_STORED, "B")),
        bar(Place.MEMORY, Bar.atMost(MOST_IN_MEMORY, "B")));
  }

  private BarResult bar(Place place, Bar bar) {
    double most = bytes.get(place).values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    return new BarResult(
        "heap of an idle session, " + place.words, bar, Interval.counted(most, 1));
  }
}
