package cloakroom.bench.family.pool;

import cloakroom.app.NoopApplication;
import cloakroom.app.UserSession;
import cloakroom.bench.family.FamilyResult;
import cloakroom.http.UserSessions;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.Counts;
import cloakroom.module.Preset;
import cloakroom.module.ReleasePolicy;
import cloakroom.simulation.EmptyModule;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What a session takes of the heap while its user does nothing, beyond what its module holds. It is
 * counted outside of JMH, because live bytes are no matter of time.
 */
final class SessionWeight {
  private static final int SESSIONS = 100_000;

  enum Place {
    STORE("state in the store", "10", 300),
    MEMORY("state in memory", "200000", 4_096);

    private final String words;
    private final String instances;
    private final double most;

    Place(String words, String instances, double most) {
      this.words = words;
      this.instances = instances;
      this.most = most;
    }

    ReleasePolicy policy() {
      return Preset.RELEASE_IN_MEMORY
          .policy()
          .with(Map.of("jbo.recyclethreshold", instances, "jbo.ampool.maxpoolsize", instances));
    }
  }

  private SessionWeight() {}

  /** Makes sessions, and counts the live bytes before and after. */
  static void measure(FamilyResult found) {
    bytes(Place.MEMORY, 1_000); // loads every class
    for (Place place : Place.values()) {
      double each = bytes(place, SESSIONS);
      found.row("idle sessions", place.words, List.of("B/session"), each);
      found.atMost("heap of an idle session, " + place.words, place.most, "B", each);
    }
  }

  static double bytes(Place place, int count) {
    UserSessions.Patience patience =
        new UserSessions.Patience(Duration.ofHours(1), 8, Duration.ofSeconds(10));
    try (UserSessions sessions = new UserSessions(new NoopApplication(), new Counts(), patience);
        ApplicationModulePool<EmptyModule> pool = BarePool.open(place.policy(), new Counts())) {
      long before = liveBytes();
      for (int i = 0; i < count; i++) {
        UserSession session = sessions.create(i + 1);
        CheckOut<EmptyModule> out = pool.checkOut(session.cookie("Module"));
        out.touch();
        out.checkIn();
      }
      return (double) (liveBytes() - before) / sessions.size();
    }
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
