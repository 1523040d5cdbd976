package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.Hr;
import cloakroom.app.NoopApplication;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.TierCounters;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.StoredSnapshot;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import cloakroom.simulation.EmptyModule;
import cloakroom.state.SnapshotCodecs;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ObjectName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Heap of an idle session, without its module and snapshot; live objects are counted. */
@Tag("soak")
class SessionWeightTest {
  private static final int SESSIONS = 20_000;

  @Test
  void idleSession_stateInStore_takesAtMost400Bytes() throws Exception {
    assertThat(bytes("10")).isBetween(100.0, 400.0);
  }

  @Test
  void stateInMemory_takesFourKilobytesAtTheMost() throws Exception {
    assertThat(bytes("200000")).isBetween(300.0, 4096.0);
  }

  private static double bytes(String instances) throws Exception {
    bytes(instances, 1_000); // loads every class
    return bytes(instances, SESSIONS);
  }

  private static double bytes(String instances, int count) throws Exception {
    ReleasePolicy policy =
        Preset.RELEASE_IN_MEMORY
            .policy()
            .with(Map.of("jbo.recyclethreshold", instances, "jbo.ampool.maxpoolsize", instances));
    UserSessions.SessionLimits patience =
        new UserSessions.SessionLimits(Duration.ofHours(1), 8, Duration.ofSeconds(10), SESSIONS);
    Nothing nothing = Nothing.create();
    try (UserSessions sessions =
            new UserSessions(new NoopApplication(Hr.APPLICATION), new TierCounters(), patience);
        ApplicationModulePool<EmptyModule> pool =
            new ApplicationModulePool<>(
                EmptyModule.NAME,
                policy,
                EmptyModule::new,
                nothing,
                nothing,
                SnapshotCodecs.BINARY,
                new TierCounters(),
                System::nanoTime)) {
      long before = liveBytes();
      for (int i = 0; i < count; i++) {
        CheckOut<EmptyModule> out = pool.checkOut(sessions.create(i + 1).cookie("Module"));
        out.touch();
        out.checkIn();
      }
      return (double) (liveBytes() - before) / sessions.size();
    }
  }

  /** Returns the size of all live objects after a garbage collection. */
  private static long liveBytes() throws Exception {
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
  }

  /** A connection source, lease and store in one, which keeps nothing. */
  private interface Nothing extends ConnectionSource, Lease, SnapshotStore {
    @Override
    void close();

    static Nothing create() {
      AtomicLong ids = new AtomicLong();
      return (Nothing)
          Proxy.newProxyInstance(
              Nothing.class.getClassLoader(),
              new Class<?>[] {Nothing.class},
              (self, method, arguments) ->
                  switch (method.getName()) {
                    case "borrow" -> self;
                    case "write" -> new StoredSnapshot(ids.incrementAndGet(), 1);
                    case "delete" -> true;
                    case "isBroken" -> false;
                    default -> null;
                  });
    }
  }
}
