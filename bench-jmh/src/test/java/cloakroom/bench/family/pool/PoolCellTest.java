package cloakroom.bench.family.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PoolCellTest {
  @Test
  void everyBar_findsItsCells() {
    assertThat(PoolCell.all()).containsAll(PoolCell.some());
    assertThat(PoolCell.some()).doesNotHaveDuplicates();
  }

  @Test
  void sessions_comeScrambledInTheSameOrderEachTime() {
    assertThat(OneRequest.scrambled(100))
        .isEqualTo(OneRequest.scrambled(100))
        .hasSize(100)
        .doesNotHaveDuplicates()
        .isNotEqualTo(OneRequest.scrambled(100).stream().sorted().toList());
  }
}
