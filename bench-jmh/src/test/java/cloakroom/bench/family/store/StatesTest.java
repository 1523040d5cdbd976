package cloakroom.bench.family.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatesTest {
  @Test
  void bytes_areTheSameInEveryRun_andOthersAtEveryTurn() {
    assertThat(States.random(1024).of(3, 4)).isEqualTo(States.random(1024).of(3, 4)).hasSize(1024);
    assertThat(States.random(1024).of(3, 4)).isNotEqualTo(States.random(1024).of(3, 5));
  }

  @Test
  void back_isComparedByContent() {
    States<byte[]> states = States.random(100);
    byte[] given = states.of(0, 0);
    byte[] damaged = given.clone();
    damaged[50]++;

    assertThat(states.equal(given, given.clone())).isTrue();
    assertThat(states.equal(given, damaged)).isFalse();
    assertThat(states.looksLike().test(given, new byte[99])).isFalse();
  }
}
