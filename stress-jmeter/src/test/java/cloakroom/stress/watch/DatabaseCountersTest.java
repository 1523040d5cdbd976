package cloakroom.stress.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DatabaseCountersTest {
  private static DatabaseCounters counters(long sessions, long commits, long inserts) {
    return new DatabaseCounters(sessions, commits, 0, inserts, 0, 0, 0, 0, 0, 8192);
  }

  @Test
  void readersOwnTransactions_areQuiet() {
    assertThat(counters(1, 13, 0).quietSince(counters(1, 10, 0), 3)).isTrue();
    assertThat(counters(1, 14, 0).quietSince(counters(1, 10, 0), 3)).isFalse();
  }

  @Test
  void anythingElse_isNot() {
    assertThat(counters(2, 10, 0).quietSince(counters(1, 10, 0), 3)).isFalse();
    assertThat(counters(1, 10, 1).quietSince(counters(1, 10, 0), 3)).isFalse();
  }
}
