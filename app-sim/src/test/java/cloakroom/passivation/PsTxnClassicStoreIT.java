package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.connection.InternalConnections;
import org.junit.jupiter.api.Test;

/** ADF's way: insert, LOB, commit. */
class PsTxnClassicStoreIT extends PsTxnOnPostgresContract {
  @Override
  SnapshotStore over(InternalConnections internal) {
    return new PsTxnClassicStore(internal, PsTxnDialect.POSTGRESQL, statements());
  }

  PassivationStatements statements() {
    return PassivationStatements.INSERT_THEN_LOB;
  }

  long roundTripsOfAFirstWrite() {
    return 3;
  }

  @Override
  boolean givesNewIds() {
    return true;
  }

  @Test
  void write_hasAnIdOfItsOwn() {
    StoredSnapshot first = first(bytes(10, 1));
    StoredSnapshot second = store().write(first, 1, bytes(10, 2), null);

    assertThat(second.id()).isNotEqualTo(first.id());
    assertMissing(first.id());
  }

  @Test
  void operations_costTheRoundTripsThatArePublished() throws Exception {
    long write = roundTripsOfAFirstWrite();
    assertThat(roundTrips(store -> store.write(null, 0, bytes(10, 1), null))).isEqualTo(write);
    assertThat(roundTrips(this::writeTwice)).isEqualTo(write + write + 1);
    assertThat(roundTrips(this::writeAndRead)).isEqualTo(write + 2);
    assertThat(roundTrips(this::writeAndDelete)).isEqualTo(write + 2);
  }

  @Test
  void everyFiftiethWrite_asksForABlockOfIds() throws Exception {
    long fifty =
        roundTrips(
            store -> {
              for (int i = 0; i < 50; i++) {
                store.write(null, 0, bytes(10, i), null);
              }
            });
    assertThat(fifty).isEqualTo(50 * roundTripsOfAFirstWrite() + 1);
  }

  private void writeTwice(SnapshotStore store) {
    store.write(store.write(null, 0, bytes(10, 1), null), 1, bytes(10, 2), null);
  }

  private void writeAndRead(SnapshotStore store) {
    store.read(store.write(null, 0, bytes(10, 1), null).id(), null);
  }

  private void writeAndDelete(SnapshotStore store) {
    store.delete(store.write(null, 0, bytes(10, 1), null), null);
  }
}
