package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.connection.InternalConnections;
import cloakroom.connection.Validation;
import org.junit.jupiter.api.Test;

/** One statement for each operation. */
class PsTxnSingleStoreIT extends PsTxnOnPostgresContract {
  @Override
  SnapshotStore over(InternalConnections internal) {
    return new PsTxnSingleStore(internal, PsTxnDialect.POSTGRESQL);
  }

  @Test
  void write_keepsTheRow() {
    StoredSnapshot first = first(bytes(10, 1));

    assertThat(store().write(first, 1, bytes(10, 2), null).id()).isEqualTo(first.id());
  }

  @Test
  void everyOperation_isOneRoundTripAndOneTransaction() throws Exception {
    StoredSnapshot present = first(bytes(100_000, 1));
    assertThat(roundTrips(store -> store.write(null, 0, bytes(100_000, 1), null))).isEqualTo(1);
    assertThat(roundTrips(store -> store.write(present, 1, bytes(100_000, 1), null))).isEqualTo(1);
    assertThat(roundTrips(store -> store.read(present.id(), null))).isEqualTo(1);
    assertThat(roundTrips(store -> store.delete(new StoredSnapshot(present.id(), 1), null)))
        .isEqualTo(1);
  }

  @Test
  void firstWriteOfABlock_isOneRoundTripToo() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(
              roundTrips(
                  store -> {
                    for (int n = 0; n < 50; n++) { // the 50th draws anew
                      store.write(null, 0, bytes(10, n), null);
                    }
                  }))
          .isEqualTo(50);
    }
  }

  @Test
  void operations_throughThePool_areOneStatementWithoutBeginOrCommit() {
    try (PooledCounts counts = new PooledCounts(Validation.IDLE)) {
      StoredSnapshot first = counts.store().write(null, 0, bytes(1_000, 1), null);
      PooledCounts.Counted write =
          counts.of(store -> store.write(first, 1, bytes(100_000, 2), null));
      PooledCounts.Counted read = counts.of(store -> store.read(first.id(), null));

      assertThat(write).isEqualTo(new PooledCounts.Counted(1, 1));
      assertThat(read).isEqualTo(new PooledCounts.Counted(1, 1));
    }
  }

  @Test
  void validationAtEveryBorrow_isAnotherRoundTrip() {
    try (PooledCounts counts = new PooledCounts(Validation.ALWAYS)) {
      StoredSnapshot first = counts.store().write(null, 0, bytes(10, 1), null);

      assertThat(counts.of(store -> store.read(first.id(), null)).roundTrips()).isEqualTo(2);
    }
  }

  @Test
  void table_keepsRewritesCheap() throws Exception {
    assertThat(
            ask(
                "select count(*) from pg_attribute where attrelid = 'ps_txn'::regclass"
                    + " and attname = 'content' and attstorage = 'e'"))
        .as("content is never compressed by the server")
        .isEqualTo(1);
    assertThat(ask("select count(*) from pg_index where indrelid = 'ps_txn'::regclass"))
        .as("the key's index alone: no rewrite changes what it holds")
        .isEqualTo(1);
    assertThat(
            ask(
                "select count(*) from pg_class where oid = 'ps_txn'::regclass"
                    + " and 'fillfactor=70' = any (reloptions)"))
        .isEqualTo(1);
  }

  @Test
  void contentUpToFourKilobytes_isStoredInTheRow() throws Exception {
    long before = outOfLine();
    first(bytes(3_900, 1));
    assertThat(outOfLine()).isEqualTo(before);
    first(bytes(4_200, 1));
    assertThat(outOfLine()).isGreaterThan(before);
  }

  /** Bytes that the table has beside its rows. */
  private long outOfLine() throws Exception {
    return ask(
        "select pg_relation_size(reltoastrelid) from pg_class where oid = 'ps_txn'::regclass");
  }
}
