package cloakroom.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which PgBouncer will do. */
final class BouncerProgramTest {
  @ParameterizedTest
  @ValueSource(strings = {"PgBouncer 1.11.0", "PgBouncer 1.25.1\nlibevent 2.1", "PgBouncer 2.0.0"})
  void version_withScram_isTaken(String banner) {
    assertThat(BouncerProgram.absenceByVersion("/x/pgbouncer", banner)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"PgBouncer 1.9.0, 1.11 or later", "nonsense, apt-get install pgbouncer"})
  void version_thatWillNotDo_isSaidWithTheCure(String banner, String cure) {
    assertThat(BouncerProgram.absenceByVersion("/x/pgbouncer", banner).orElseThrow())
        .startsWith("/x/pgbouncer ")
        .endsWith(cure);
  }
}
