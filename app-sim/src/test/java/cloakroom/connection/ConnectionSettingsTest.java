package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import cloakroom.platform.Password;
import java.time.Duration;
import java.util.Map;
import oracle.jdbc.OracleConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
  void build_wrongConnectionClass_isRefusedWithTheRule() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            ConnectionSettings.to("jdbc:oracle:thin:@//h/s", "scott", Password.of(""))
                    .drcp("a b", Purity.SELF)
                ::build)
        .withMessage("connection class 'a b': must be 1 to 128 letters, digits or any of _.$#-");
  }

  @ParameterizedTest
  @CsvSource({"0, 5000, 5", "1500, 1500, 1", "60000, 5000, 5"})
  void validation_isBoundedByTheReadTimeout(long readMillis, long millis, int seconds) {
    ConnectionSettings settings =
        ConnectionSettings.to("jdbc:postgresql:coats", "scott", Password.of(""))
            .socket(Duration.ofMillis(readMillis));
    assertThat(settings.validationTime()).isEqualTo(Duration.ofMillis(millis));
    assertThat(settings.validationSeconds()).isEqualTo(seconds);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"jdbc:postgresql://db/coats?password=tiger", "jdbc:oracle:thin:@//db:1521/coats"})
  void driverProperties_haveEverySettingAndNoSecret(String url) {
    Map<String, String> properties =
        ConnectionSources.driverProperties(
            ConnectionSettings.to(url, "scott", Password.of("tiger"))
                .login(Duration.ofSeconds(7))
                .socket(Duration.ofSeconds(90))
                .statementCache(33)
                .fetchSize(44)
                .applicationName("coats"));
    assertThat(properties).doesNotContainKeys("user", "password").doesNotContainValue("tiger");
    assertThat(properties.values()).contains("7", "33", "44", "coats");
    assertThat(properties.values()).containsAnyOf("90", "90000");
  }

  @Test
  void driverProperties_postgresUrl_overridesSettings() {
    ConnectionSettings settings =
        ConnectionSettings.to(
                "jdbc:postgresql://db/coats?socketTimeout=5&tcpKeepAlive=false",
                "scott",
                Password.of(""))
            .build();
    assertThat(ConnectionSources.driverProperties(settings))
        .containsEntry("socketTimeout", "5")
        .containsEntry("tcpKeepAlive", "false")
        .containsEntry("connectTimeout", "10");
  }

  @Test
  void driverProperties_oracle_areComplete() {
    ConnectionSettings settings =
        ConnectionSettings.to("jdbc:oracle:thin:@//db:1521/coats:pooled", "scott", Password.of(""));
    assertThat(ConnectionSources.driverProperties(settings))
        .containsOnly(
            entry("defaultRowPrefetch", "100"),
            entry("oracle.jdbc.fetchSizeTuning", "0"),
            entry("oracle.jdbc.implicitStatementCacheSize", "256"),
            entry("oracle.jdbc.loginTimeout", "10"),
            entry("oracle.net.OUTBOUND_CONNECT_TIMEOUT", "10"),
            entry("oracle.jdbc.ReadTimeout", "60000"),
            entry("oracle.net.keepAlive", "true"),
            entry("oracle.jdbc.DRCPConnectionClass", "CLOAKROOM"),
            entry("oracle.jdbc.DRCPConnectionPurity", "SELF"),
            entry("oracle.jdbc.diagnostic.enableDiagnoseFirstFailure", "false"),
            entry("v$session.program", "cloakroom-tier"));
    assertThat(ConnectionSources.driverProperties(settings.fetchSize(0).drcp("HR", Purity.NEW)))
        .containsEntry(
            "defaultRowPrefetch", OracleConnection.CONNECTION_PROPERTY_DEFAULT_ROW_PREFETCH_DEFAULT)
        .containsEntry(
            "oracle.jdbc.fetchSizeTuning",
            OracleConnection.CONNECTION_PROPERTY_FETCH_SIZE_TUNING_DEFAULT)
        .containsEntry("oracle.jdbc.DRCPConnectionClass", "HR")
        .containsEntry("oracle.jdbc.DRCPConnectionPurity", "NEW");
  }
}
