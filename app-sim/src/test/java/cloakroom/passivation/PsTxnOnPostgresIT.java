package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.app.LostAnswers;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.Lease;
import cloakroom.connection.PoolKind;
import cloakroom.connection.ResetLevel;
import cloakroom.connection.Validation;
import cloakroom.contract.Counter;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.link.LinkCounts;
import cloakroom.link.Relay;
import cloakroom.passivation.PsTxnStore.WriteMode;
import cloakroom.passivation.SnapshotStoreException.StoreFailure;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
final class PsTxnOnPostgresIT extends PsTxnOnServerContract {
  private static final Database DATABASE = TestDatabase.newSchema();

  PsTxnOnPostgresIT(WriteMode mode) {
    super(DATABASE, PsTxnDialect.POSTGRESQL, mode);
  }

  @Override
  void pass(Duration time) throws Exception {
    execute(
        "update ps_txn set creation_date = creation_date - interval '"
            + time.toSeconds()
            + " seconds'");
  }

  @Override
  void truncate(long id) throws Exception {
    execute("update ps_txn set content = substring(content for 500) where collid = " + id);
  }

  @Test
  void write_isCommittedByItself_whateverTheUserDoes() throws Exception {
    try (Lease users = connections().borrow()) {
      dirty(users);

      StoredSnapshot first = store().write(null, 0, new byte[] {1}, users);
      store().write(first, 1, new byte[] {2}, users);

      assertThat(stored()).isEqualTo(1);
      assertNothingCommitted();
    }
  }

  @Test
  void write_responseLost_namesThePossibleSnapshot() throws Exception {
    StoredSnapshot first = first(bytes(10, 1));
    PsTxnStore failing = over(LostAnswers.ofSnapshots(connections(), () -> true));

    SnapshotStoreException e =
        catchThrowableOfType(
            SnapshotStoreException.class, () -> failing.write(first, 2, bytes(10, 2), null));

    assertThat(e.kind()).isEqualTo(StoreFailure.UNAVAILABLE);
    assertThat(e.possiblyWritten().version()).isEqualTo(2);
    assertThat(store().read(e.possiblyWritten().id(), null)).isEqualTo(bytes(10, 2));
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void connections_comeBackWithAutoCommitOff_alsoAfterAConflict() throws Exception {
    StoredSnapshot gone = first(bytes(10, 1));
    store().delete(gone, null);
    assertFails(StoreFailure.CONFLICT, () -> store().write(gone, 9, bytes(10, 9), null));

    try (Lease next = connections().borrow()) {
      assertThat(next.jdbc().getAutoCommit()).isFalse();
    }
    assertThat(
            ask(
                "select count(*) from pg_stat_activity where state like 'idle in tr%'"
                    + " and query like '%ps_txn%'"))
        .isZero();
  }

  @Test
  void storeDown_hasTheCodeOfAdf() throws Exception {
    takeDown();
    try {
      SnapshotStoreException e =
          catchThrowableOfType(SnapshotStoreException.class, () -> first(bytes(10, 1)));
      assertThat(e).hasMessageContainingAll("JBO-28030", "ps_txn");
    } finally {
      bringBack();
    }
  }

  @Test
  void keepAlive_doesNotWaitForALockedRow() throws Exception {
    StoredSnapshot held = first(bytes(10, 1));
    pass(Duration.ofHours(2));

    whileLocked(
        held, () -> assertThat(store().keepAlive(List.of(held.id()), Duration.ZERO)).isZero());
    assertThat(store().keepAlive(List.of(held.id()), Duration.ZERO)).isEqualTo(1);
  }

  @Test
  void age_isTheSameInEveryTimeZone() throws Exception {
    StoredSnapshot young = first(bytes(10, 1));
    try (ConnectionSource otherZone =
        ConnectionSources.open(
            ConnectionSettings.to(
                    DATABASE.url() + "&options=-c%20TimeZone=Pacific/Kiritimati",
                    DATABASE.user(),
                    DATABASE.password())
                .pool(PoolKind.NONE, 1)
                .build())) {
      SnapshotPurge purge = over(otherZone);
      assertThat(purge.purge(order(10), progress -> {}).found()).isZero();
    }
    assertThat(store().read(young.id(), null)).isEqualTo(bytes(10, 1));
  }

  private LinkCounts counts(Consumer<SnapshotStore> operation) throws Exception {
    try (RoundTrips link = new RoundTrips(DATABASE)) {
      SnapshotStore counted = over(link);
      counted.write(null, 0, bytes(10, 1), null); // draws ids for the next writes
      LinkCounts before = link.counts();
      operation.accept(counted);
      return link.counts().since(before);
    }
  }

  private long roundTrips(Consumer<SnapshotStore> operation) throws Exception {
    return counts(operation).roundTrips();
  }

  @Test
  void operations_takeThePublishedRoundTrips() throws Exception {
    long write =
        switch (mode()) {
          case ONE_STATEMENT -> 1;
          case INSERT_THEN_LOB -> 3;
          case LOCATE_LOB -> 4;
        };
    long commit = mode() == WriteMode.ONE_STATEMENT ? 0 : 1;
    AtomicReference<StoredSnapshot> present = new AtomicReference<>(first(bytes(100_000, 1)));

    assertThat(roundTrips(store -> store.write(null, 0, bytes(100_000, 1), null))).isEqualTo(write);
    assertThat(
            roundTrips(store -> store.write(null, present.get().id(), 0, bytes(100_000, 1), null)))
        .as("only while another snapshot is there")
        .isEqualTo(write);
    LinkCounts replaced =
        counts(store -> present.set(store.write(present.get(), 1, bytes(100_000, 2), null)));
    assertThat(replaced.roundTrips())
        .as("classic: and the old row's delete")
        .isEqualTo(write + commit);
    if (mode() == WriteMode.ONE_STATEMENT) {
      assertThat(replaced.statements()).as("no begin, no commit").isEqualTo(1);
    }
    assertThat(roundTrips(store -> store.read(present.get().id(), null))).isEqualTo(1 + commit);
    assertThat(roundTrips(store -> store.delete(present.get(), null))).isEqualTo(1 + commit);
    assertThat(
            roundTrips(
                store -> {
                  for (int i = 0; i < 50; i++) { // the 50th draws ids again
                    store.write(null, 0, bytes(10, i), null);
                  }
                }))
        .as("one statement draws its ids within itself")
        .isEqualTo(50 * write + commit);
  }

  private interface OnALease {
    void on(Lease holder, SnapshotStore store) throws Exception;
  }

  /** Returns the round trips of work on a lease of the store's source, with its return. */
  private long onOwnLease(ResetLevel resetLevel, OnALease work) throws Exception {
    try (Relay relay = Relay.to(DATABASE.url());
        ConnectionSource counted =
            ConnectionSources.open(
                ConnectionSettings.to(relay.url(), DATABASE.user(), DATABASE.password())
                    .pool(PoolKind.HIKARI, 2)
                    .minimum(2)
                    .resetLevel(resetLevel)
                    .validation(Validation.IDLE)
                    .build())) {
      long before;
      try (Lease holder = counted.borrow()) {
        before = relay.total().roundTrips();
        work.on(holder, over(counted));
      }
      if (mode() == WriteMode.ONE_STATEMENT && resetLevel != ResetLevel.NONE) {
        assertThat(counted.statistics().get(Counter.INTERNAL_BORROWS)).isZero();
      }
      return relay.total().roundTrips() - before;
    }
  }

  private static void dirty(Lease users) throws SQLException {
    TestDatabase.execute(users.jdbc(), "update departments set department_name = 'dirty'");
  }

  private void assertNothingCommitted() throws Exception {
    assertThat(ask("select count(*) from departments where department_name = 'dirty'")).isZero();
  }

  @Test
  void closingHolder_discardsItsTransaction_inTheRoundTripOfTheWrite() throws Exception {
    StoredSnapshot first = first(bytes(10, 1));
    long all =
        onOwnLease(
            ResetLevel.ROLLBACK,
            (holder, store) -> {
              dirty(holder);
              holder.announceClose();
              StoredSnapshot second = store.write(first, 1, bytes(10, 2), holder);
              assertThat(store().read(second.id(), null)).isEqualTo(bytes(10, 2));
              assertThat(holder.jdbc().getAutoCommit()).isFalse();
              if (mode() == WriteMode.ONE_STATEMENT) {
                assertFails(
                    StoreFailure.CONFLICT, () -> store.write(first, 9, bytes(10, 9), holder));
                holder.rollback();
              }
            });
    assertNothingCommitted();
    if (mode() == WriteMode.ONE_STATEMENT) {
      assertThat(all).as("the user's update, the write, the conflict").isEqualTo(3);
    }
  }

  @Test
  void closingHolder_discardsItsTransaction_beforeItsFirstSnapshot() throws Exception {
    onOwnLease(
        ResetLevel.ROLLBACK,
        (holder, store) -> {
          dirty(holder);
          holder.announceClose();
          StoredSnapshot first = store.write(null, 0, bytes(10, 1), holder);
          assertThat(store().read(first.id(), null)).isEqualTo(bytes(10, 1));
        });
    assertNothingCommitted();
  }

  @Test
  void holderWithoutTransaction_isUsedItself() throws Exception {
    StoredSnapshot first = first(bytes(10, 1));
    long all =
        onOwnLease(
            ResetLevel.ROLLBACK,
            (holder, store) -> {
              StoredSnapshot second = store.write(first, 1, bytes(10, 2), holder);
              assertThat(store.read(second.id(), holder)).isEqualTo(bytes(10, 2));
              assertThat(store.delete(second, holder)).isTrue();
              assertThat(holder.jdbc().getAutoCommit()).isFalse();
            });
    if (mode() == WriteMode.ONE_STATEMENT) {
      assertThat(all).isEqualTo(3);
    }
  }

  @Test
  void closingHolder_resetLevelNone_keepsItsTransaction() throws Exception {
    StoredSnapshot first = first(bytes(10, 1));
    onOwnLease(
        ResetLevel.NONE,
        (holder, store) -> {
          dirty(holder);
          holder.announceClose();
          store.write(first, 1, bytes(10, 2), holder);
          assertThat(
                  TestDatabase.ask(holder.jdbc(), "select min(department_name) from departments"))
              .isEqualTo("dirty");
        });
    assertNothingCommitted();
  }

  @Test
  void keepAlive_isOneRoundTripForFiveHundred() throws Exception {
    List<Long> ids = LongStream.rangeClosed(1, 501).boxed().toList();

    assertThat(roundTrips(store -> store.keepAlive(ids.subList(0, 500), Duration.ZERO)))
        .isEqualTo(1);
    assertThat(roundTrips(store -> store.keepAlive(ids, Duration.ZERO))).isEqualTo(2);
  }

  @Test
  void twoNodes_overOneSnapshot_areWonByOne() throws Exception {
    try (RoundTrips link = new RoundTrips(DATABASE)) {
      List<SnapshotStore> nodes = List.of(store(), over(link));
      for (int round = 0; round < 20; round++) {
        StoredSnapshot base = first(bytes(10, round));
        CyclicBarrier together = new CyclicBarrier(2);
        AtomicInteger won = new AtomicInteger();
        inThreads(
            2,
            node -> {
              together.await();
              try {
                nodes.get(node).write(base, node + 1, bytes(10, node), null);
                won.incrementAndGet();
              } catch (SnapshotStoreException e) {
                assertThat(e.kind()).isEqualTo(StoreFailure.CONFLICT);
              }
            });
        assertThat(won).hasValue(1);
        assertThat(stored()).isEqualTo(round + 1);
      }
    }
  }

  @Test
  void contentUpToFourKilobytes_isStoredInTheRow() throws Exception {
    String outOfLine =
        "select pg_relation_size(reltoastrelid) from pg_class where oid = 'ps_txn'::regclass";
    long before = ask(outOfLine);
    first(bytes(3_900, 1));
    assertThat(ask(outOfLine)).isEqualTo(before);
    first(bytes(4_200, 1));
    assertThat(ask(outOfLine)).isGreaterThan(before);
  }
}
