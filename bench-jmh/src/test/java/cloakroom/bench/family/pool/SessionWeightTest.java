package cloakroom.bench.family.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a session takes while its user does nothing; live objects are counted, not sampled. */
class SessionWeightTest {
  private static final int SESSIONS = 20_000;

  @Test
  void stateInTheStore_leavesThreeHundredBytes() {
    assertThat(SessionWeight.bytes(SessionWeight.Place.STORE, SESSIONS)).isBetween(100.0, 300.0);
  }

  @Test
  void stateInMemory_takesFourKilobytesAtTheMost() {
    assertThat(SessionWeight.bytes(SessionWeight.Place.MEMORY, SESSIONS)).isBetween(300.0, 4096.0);
  }
}
