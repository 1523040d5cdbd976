package cloakroom.bench.family.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatesTest {
  private static int different(byte[] one, byte[] other) {
    int different = 0;
    for (int i = 0; i < one.length; i++) {
      different += one[i] == other[i] ? 0 : 1;
    }
    return different;
  }

  @Test
  void bytes_areTheSameInEveryRun_andOthersAtEveryTurn() {
    assertThat(new ByteStates(1024).of(3, 4))
        .isEqualTo(new ByteStates(1024).of(3, 4))
        .hasSize(1024);
    assertThat(new ByteStates(1024).of(3, 4)).isNotEqualTo(new ByteStates(1024).of(3, 5));
  }

  @Test
  void change_isATenth() {
    for (ChangingStates.Place place : ChangingStates.Place.values()) {
      ChangingStates states = ChangingStates.random(10_000, place);

      assertThat(different(states.of(0, 5), states.of(0, 6))).isBetween(950, 1_000);
    }
  }

  @Test
  void changes_stayInPlaceOrSpread() {
    ChangingStates same = ChangingStates.random(10_000, ChangingStates.Place.SAME);
    ChangingStates another = ChangingStates.random(10_000, ChangingStates.Place.ANOTHER);

    assertThat(different(same.of(0, 1), same.of(0, 9))).isBetween(950, 1_000);
    assertThat(different(another.of(0, 1), another.of(0, 9))).isBetween(7_500, 8_000);
  }

  @Test
  void back_isComparedByContent() {
    ByteStates states = new ByteStates(100);
    byte[] given = states.of(0, 0);
    byte[] damaged = given.clone();
    damaged[50]++;

    assertThat(states.equal(given, given.clone())).isTrue();
    assertThat(states.equal(given, damaged)).isFalse();
    assertThat(states.looksLike(given, new byte[99])).isFalse();
  }
}
