package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.Counter;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.passivation.SnapshotStore;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotCodecs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Pool of fake modules under one policy, with fake connections, store and clock. */
final class PoolFixture {
  final FakeConnections connections = new FakeConnections();
  final FakeStore store;
  final TierCounters counts = new TierCounters();
  final List<FakeModule> built = new ArrayList<>();
  final ApplicationModulePool<FakeModule> pool;
  private final AtomicLong now = new AtomicLong();

  PoolFixture(ReleasePolicy policy) {
    this(policy, new FakeStore());
  }

  /** Opens a pool on a store that another one may share. */
  PoolFixture(ReleasePolicy policy, FakeStore store) {
    this(policy, store, SnapshotCodecs.XML);
  }

  /** Opens a pool on any store; {@link #store} is null unless it is a fake one. */
  PoolFixture(ReleasePolicy policy, SnapshotStore store, SnapshotCodec codec) {
    this.store = store instanceof FakeStore fake ? fake : null;
    pool =
        new ApplicationModulePool<>(
            FakeModule.NAME,
            policy,
            this::build,
            connections,
            store,
            codec,
            counts,
            now::getAndIncrement);
  }

  static PoolFixture of(Preset preset, String... settings) {
    Map<String, String> values = new HashMap<>(Map.of("cloakroom.ampool.maxwait", "0"));
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    return new PoolFixture(preset.policy().with(values));
  }

  /** Opens a pool that releases connections above one, after passivation to the store. */
  static PoolFixture keepingOneConnection() {
    return of(
        Preset.CONNECTION_THRESHOLD,
        "jbo.ampool.connection_threshold",
        "1",
        "jbo.txn.disconnect_level",
        "0");
  }

  private synchronized FakeModule build() {
    FakeModule module = new FakeModule();
    built.add(module);
    return module;
  }

  static SessionCookie session(String id) {
    return new SessionCookie(id);
  }

  void advance(long millis) {
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /** Runs a request that sets the state to {@code leaves}; returns the state that it found. */
  String request(SessionCookie cookie, String leaves) {
    CheckOut<FakeModule> out = pool.checkOut(cookie);
    String found = out.module().state;
    out.module().state = leaves;
    out.touch();
    out.checkIn();
    return found;
  }

  long count(Counter count) {
    return counts.get(count);
  }

  /** Verifies that at most one instance has a session's state, which starts with its id. */
  void assertOneLiveStateEach() {
    Map<String, FakeModule> holders = new HashMap<>();
    for (FakeModule module : built) {
      if (!module.state.isEmpty()) {
        String id = module.state.substring(0, module.state.indexOf(':'));
        assertThat(holders.put(id, module)).as("a second live state of " + id).isNull();
      }
    }
  }

  void assertEachWriteHasACause() {
    assertThat(
            Arrays.stream(Counter.values())
                .filter(count -> count.label().matches("snapshotWrites[A-Z].*"))
                .mapToLong(this::count)
                .sum())
        .as("causes of snapshot writes")
        .isEqualTo(count(Counter.SNAPSHOT_WRITES));
  }
}
