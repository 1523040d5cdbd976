package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.contract.Counter;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.passivation.StoredSnapshot;
import cloakroom.state.XmlSnapshotCodec;
import org.junit.jupiter.api.Test;

/** Two nodes' cookies of one session, one store. */
final class SnapshotKeeperTest {
  private final MemoryStore store = new MemoryStore();
  private final SnapshotKeeper keeper =
      new SnapshotKeeper(FakeModule.NAME, true, store, new XmlSnapshotCodec(), new Counts());
  private final SessionCookie here = PoolFixture.session("ann");
  private final SessionCookie there = PoolFixture.session("ann");

  private static ModuleInstance<FakeModule> holding(String state) {
    ModuleInstance<FakeModule> instance = new ModuleInstance<>(1, 0);
    instance.module = new FakeModule();
    instance.module.state = state;
    return instance;
  }

  private void save(SessionCookie cookie, long version, String state) {
    cookie.version = version;
    keeper.save(cookie, holding(state), Counter.SNAPSHOT_WRITES_FAILOVER);
  }

  @Test
  void snapshotOfAnotherNode_isTakenOverWithItsVersion() {
    save(here, 1, "old");
    there.stored = here.stored;
    save(there, 4, "new");
    ModuleInstance<FakeModule> instance = holding("");

    keeper.restore(here, instance);

    assertThat(instance.module.state).isEqualTo("new");
    assertThat(here.stored).isEqualTo(there.stored);
    assertThat(here.version).isEqualTo(4);
    save(here, 5, "newest");
  }

  @Test
  void snapshotOlderThanTheCookieKnows_isRefused() {
    save(here, 3, "old");
    here.stored = new StoredSnapshot(here.stored.id(), 4);

    assertThat(
            catchThrowableOfType(CheckOutException.class, () -> keeper.restore(here, holding(""))))
        .cause()
        .hasMessageContaining("another state");
  }

  @Test
  void saveOverAnotherNodesSnapshot_isAConflictThatChangesNothing() {
    save(here, 1, "old");
    there.stored = here.stored;
    save(there, 2, "new");

    SnapshotStoreException e =
        catchThrowableOfType(SnapshotStoreException.class, () -> save(here, 5, "stale"));

    assertThat(e.kind()).isEqualTo(SnapshotStoreException.Kind.CONFLICT);
    ModuleInstance<FakeModule> instance = holding("");
    keeper.restore(there, instance);
    assertThat(instance.module.state).isEqualTo("new");
  }

  @Test
  void drop_leavesANewerSnapshotOfAnotherNode() {
    save(here, 1, "old");
    there.stored = here.stored;
    save(there, 2, "new");

    keeper.drop(here, null);

    assertThat(here.stored).isNull();
    assertThat(store.size()).isEqualTo(1);
  }
}
