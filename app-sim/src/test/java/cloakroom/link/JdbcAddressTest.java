package cloakroom.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.EnvironmentException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JdbcAddressTest {
  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://db.example:6000/hr?a=b, db.example, 6000, jdbc:postgresql://r:1/hr?a=b",
    "jdbc:postgresql://db.example/hr, db.example, 5432, jdbc:postgresql://r:1/hr",
    "jdbc:postgresql://[::1]:5433/hr, ::1, 5433, jdbc:postgresql://r:1/hr",
    "jdbc:postgresql://db.example:6000, db.example, 6000, jdbc:postgresql://r:1",
    "jdbc:oracle:thin:@//ora:1522/FREEPDB1, ora, 1522, jdbc:oracle:thin:@//r:1/FREEPDB1",
    "jdbc:oracle:thin:@//ora/FREEPDB1:pooled, ora, 1521, jdbc:oracle:thin:@//r:1/FREEPDB1:pooled",
    "jdbc:oracle:thin:@tcp://ora:1522/X, ora, 1522, jdbc:oracle:thin:@tcp://r:1/X",
    "jdbc:oracle:thin:@ora:1521:XE, ora, 1521, jdbc:oracle:thin:@r:1:XE",
    "jdbc:oracle:thin:@ora:1521/XEPDB1, ora, 1521, jdbc:oracle:thin:@r:1/XEPDB1"
  })
  void urlWithOneHost_keepsAllButItsAddress(String url, String host, int port, String relayed) {
    JdbcAddress address = JdbcAddress.of(url);
    assertThat(address.host()).isEqualTo(host);
    assertThat(address.port()).isEqualTo(port);
    assertThat(address.at("r", 1)).isEqualTo(relayed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://one:1,two:2/hr",
        "jdbc:postgresql://one,two/hr",
        "jdbc:postgresql:hr",
        "jdbc:oracle:thin:@hr_high",
        "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=a)(PORT=1521)))",
        "jdbc:oracle:thin:@tcps://ora:2484/X",
        "jdbc:h2:mem:x"
      })
  void urlWithoutOneHost_isRefusedInOneLine(String url) {
    assertThatThrownBy(() -> Relay.to(url))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining(url)
        .hasMessageContaining("one host")
        .hasMessageNotContaining("\n");
  }

  @Test
  void refusal_showsNoSecret() {
    assertThatThrownBy(() -> Relay.to("jdbc:postgresql://a:1,b:2/hr?user=scott&password=tiger17"))
        .hasMessageNotContaining("tiger17");
    assertThatThrownBy(() -> Relay.to("jdbc:oracle:thin:scott/tiger17@hr_high"))
        .hasMessageNotContaining("tiger17");
  }
}
