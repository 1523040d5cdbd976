package cloakroom.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spellings that mean the same have one normal form, and others have not. */
final class ConnectionStringTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:postgresql://h/d?b=2&a=1       | jdbc:postgresql://h/d?a=1&b=2",
        "jdbc:postgresql://h/d?SslMode=x     | jdbc:postgresql://h/d?sslmode=x",
        "jdbc:postgresql://h:5432/d          | jdbc:postgresql://h/d",
        "jdbc:postgresql://[::1]:5432/d      | jdbc:postgresql://[::1]/d",
        "jdbc:postgresql://a:5432,b:5432/d   | jdbc:postgresql://a,b/d",
        "jdbc:oracle:thin:@//h:1521/s        | jdbc:oracle:thin:@//h/s",
        "JDBC:PostgreSQL://h/d               | jdbc:postgresql://h/d",
        "'  jdbc:postgresql://h/d ? a = 1 & b=2 ' | jdbc:postgresql://h/d?a=1&b=2",
        "jdbc:postgresql://h/d?&a=1&         | jdbc:postgresql://h/d?a=1",
        "jdbc:postgresql://h/d?              | jdbc:postgresql://h/d",
        "Server=h;Database=d; Pooling = true;| DATABASE=d;pooling=true;server=h"
      })
  void spellings_ofTheSame_meet(String one, String other) {
    assertThat(ConnectionString.normalised(one)).isEqualTo(ConnectionString.normalised(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:postgresql://h/d?a=1     | jdbc:postgresql://h/d?a=2",
        "jdbc:postgresql://h/d?a=X     | jdbc:postgresql://h/d?a=x",
        "jdbc:postgresql://h/d         | jdbc:postgresql://h/D",
        "jdbc:postgresql://h:5433/d    | jdbc:postgresql://h/d",
        "jdbc:postgresql://h:1521/d    | jdbc:postgresql://h/d",
        "jdbc:postgresql://h:54321/d   | jdbc:postgresql://h/d",
        "jdbc:postgresql://a:5432,b:5433/d | jdbc:postgresql://a,b/d",
        "jdbc:postgresql://h/d?a=1&a=2 | jdbc:postgresql://h/d?a=2&a=1",
        "jdbc:postgresql://h/d?a=x y   | jdbc:postgresql://h/d?a=xy",
        "Server=h;Database=d           | Server=h;Database=e"
      })
  void differentStrings_stayApart(String one, String other) {
    assertThat(ConnectionString.normalised(one)).isNotEqualTo(ConnectionString.normalised(other));
  }
}
