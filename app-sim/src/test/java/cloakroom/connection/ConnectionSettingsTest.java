package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import cloakroom.database.Password;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings keep secrets, and wrong ones are told the rule. */
final class ConnectionSettingsTest {
  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://db:5432/coats?user=scott&password=tiger, jdbc:postgresql://db:5432/coats",
    "jdbc:postgresql://scott:tiger@db/coats, jdbc:postgresql://db/coats",
    "jdbc:oracle:thin:scott/tiger@db:1521/coats, jdbc:oracle:thin:@db:1521/coats",
    "jdbc:oracle:thin:@//db:1521/coats, jdbc:oracle:thin:@//db:1521/coats"
  })
  void text_hasNoSecret(String url, String safe) {
    ConnectionSettings settings = ConnectionSettings.to(url, "scott", Password.of("tiger")).build();
    assertThat(settings.toString()).contains(safe).doesNotContain("tiger");
  }

  @Test
  void wrongValues_areToldTheRule() {
    ConnectionSettings.Builder settings =
        ConnectionSettings.to("jdbc:postgresql:coats", "scott", Password.of(""));
    assertThatIllegalArgumentException()
        .isThrownBy(settings.pool(PoolKind.HIKARI, 0)::build)
        .withMessage("pool size 0: must be at least 1");
    settings.pool(PoolKind.HIKARI, 1).borrowWait(Duration.ofMillis(100));
    assertThatIllegalArgumentException()
        .isThrownBy(settings::build)
        .withMessageContaining("at least 250 ms");
  }

  @Test
  void unknownNames_areToldTheChoices() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PoolKind.parse("c3p0"))
        .withMessage("unknown pool 'c3p0': choose one of hikari, ucp, none");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Hygiene.parse("some"))
        .withMessage("unknown hygiene 'some': choose one of none, rollback, full");
    assertThat(PoolKind.parse("ucp")).isEqualTo(PoolKind.UCP).hasToString("ucp");
  }
}
