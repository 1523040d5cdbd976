package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.connection.InternalConnections;
import org.junit.jupiter.api.Test;

/** One statement for each operation. */
class PsTxnSingleStoreTest extends PsTxnStoreContract {
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
}
