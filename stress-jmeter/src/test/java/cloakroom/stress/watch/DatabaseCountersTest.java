package cloakroom.stress.watch;

import static cloakroom.stress.files.DatabaseCounter.COMMITS;
import static cloakroom.stress.files.DatabaseCounter.PS_TXN_BYTES;
import static cloakroom.stress.files.DatabaseCounter.PS_TXN_INSERTS;
import static cloakroom.stress.files.DatabaseCounter.SESSIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DatabaseCountersTest {
  private static DatabaseCounters counters(long sessions, long commits, long inserts) {
    return new DatabaseCounters(
        Map.of(SESSIONS, sessions, COMMITS, commits, PS_TXN_INSERTS, inserts, PS_TXN_BYTES, 8192L),
        "",
        "");
  }

  private static boolean quiet(DatabaseCounters now, DatabaseCounters earlier) {
    return now.quietSince(earlier, 3, Set.of());
  }

  @Test
  void readersOwnTransactions_areQuiet() {
    assertThat(quiet(counters(1, 13, 0), counters(1, 10, 0))).isTrue();
    assertThat(quiet(counters(1, 14, 0), counters(1, 10, 0))).isFalse();
  }

  @Test
  void anythingElse_isNot() {
    assertThat(quiet(counters(2, 10, 0), counters(1, 10, 0))).isFalse();
    assertThat(quiet(counters(1, 10, 1), counters(1, 10, 0))).isFalse();
  }

  @Test
  void whatOthersAddTo_needNotBeQuiet() {
    assertThat(counters(2, 99, 0).quietSince(counters(1, 10, 0), 0, Set.of(SESSIONS, COMMITS)))
        .isTrue();
    assertThat(counters(2, 99, 1).quietSince(counters(1, 10, 0), 0, Set.of(SESSIONS, COMMITS)))
        .isFalse();
  }

  @Test
  void counterThatIsNotTold_isNotInTheFile() {
    assertThat(new DatabaseCounters(Map.of(COMMITS, 4L), "", "").byKey())
        .containsOnly(entry("commits", 4L));
  }
}
