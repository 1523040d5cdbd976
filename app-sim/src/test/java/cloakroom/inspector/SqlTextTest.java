package cloakroom.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No value of a statement is shown, however it is written. */
final class SqlTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "update t1 set a = 'it''s' where b = 4711 | update t1 set a = ? where b = ?",
        "values (1.5, -2) | values (?, -?)",
        "select E'a\\'secret', 'b' | select ?, ?",
        "select q'[it's secret]', nQ'!secret's!' from dual | select ?, ? from dual",
        "select $$secret$$, $x$it's secret$x$, $1 | select ?, ?, $?",
        "/* trace 17 */ select  1 -- secret | select ?",
        "select 'secret | select ?"
      })
  void values_areLeftOut(String sql, String shown) {
    assertThat(SqlText.shown(sql)).isEqualTo(shown);
  }

  @Test
  void longTexts_areCut() {
    assertThat(SqlText.shown("select a" + ", a".repeat(100_000))).hasSize(301).endsWith("…");
    assertThat(SqlText.shown("select '" + "''".repeat(100_000))).isEqualTo("select ?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "select set_config('app.user', ?, false) | app.user",
        "SET app.user = 'ann' | app.user",
        "~set \"app\".\"user\" = 'ann'~ | app.user",
        "set session app.user to 'ann' | app.user",
        "set local app.user = 'ann' | ~~",
        "~select set_config('app.lock_' || ?, 'x', true)~ | ~~",
        "set time zone 'UTC' | ~~"
      })
  void ownSettings_areLearnt(String sql, String name) {
    assertThat(String.join(",", SqlText.ownSettings(sql))).isEqualTo(name);
  }

  @Test
  void names_areWholeWords() {
    assertThat(SqlText.names("select * from pg_temp.CART c", "cart")).isTrue();
    assertThat(SqlText.names("select * from cart_old", "cart")).isFalse();
    assertThat(SqlText.names("select 1", "")).isFalse();
  }
}
