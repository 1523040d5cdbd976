package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.EnvironmentException;
import cloakroom.platform.Password;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OracleSettingsTest {
  private static OracleSettings of(Map<String, String> environment) {
    return OracleSettings.of(environment::get, 0);
  }

  private static OracleSettings of(String variable, String value) {
    return of(Map.of(variable, value));
  }

  @Test
  void of_variables_areParsedOrDefaults() {
    assertThat(of(OracleSettings.START_TIMEOUT, "90s").startTimeout()).hasSeconds(90);
    assertThat(of(OracleSettings.START_TIMEOUT, "10m").startTimeout()).hasMinutes(10);
    assertThat(of(OracleSettings.IMAGE, " "))
        .isEqualTo(of(Map.of()))
        .isEqualTo(
            new OracleSettings(
                OracleSettings.DEFAULT_IMAGE,
                "freepdb1",
                Duration.ofMinutes(6),
                false,
                0,
                Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "gvenzl/oracle-free:23.26.3-slim-faststart, freepdb1",
    "gvenzl/oracle-free, freepdb1",
    "gvenzl/oracle-xe:21-slim-faststart, xepdb1",
    "registry.example:5000/team/Oracle-XE:21, xepdb1",
    "xe.example/oracle-free:23@sha256:0123abcd, freepdb1"
  })
  void service_isThatOfTheImage(String image, String service) {
    OracleSettings settings = of(OracleSettings.IMAGE, image.toLowerCase(java.util.Locale.ROOT));
    assertThat(settings.service()).isEqualTo(service);
    assertThat(settings.environment(Password.of("s"))).containsOnlyKeys("ORACLE_PASSWORD");
  }

  @Test
  void environment_otherService_createsIt() {
    OracleSettings settings = of(OracleSettings.SERVICE, "studies");

    assertThat(settings.environment(Password.of("s"))).containsEntry("ORACLE_DATABASE", "studies");
    OracleSettings own = of(OracleSettings.SERVICE, "FREEPDB1");
    assertThat(own.environment(Password.of("s"))).containsOnlyKeys("ORACLE_PASSWORD");
  }

  @Test
  void of_imageWithoutEdition_requiresService() {
    assertThatThrownBy(() -> of(OracleSettings.IMAGE, "corp/database:1"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage(
            "the name of image corp/database:1 contains neither 'free' nor 'xe': name its service"
                + " with CLOAKROOM_ORACLE_SERVICE");
    OracleSettings named =
        of(Map.of(OracleSettings.IMAGE, "corp/database:1", OracleSettings.SERVICE, "pdb"));
    assertThat(named.service()).isEqualTo("pdb");
    assertThat(named.environment(Password.of("s"))).containsOnlyKeys("ORACLE_PASSWORD");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CLOAKROOM_ORACLE_START_TIMEOUT | soon | a time from 1s on, with s or m, for example 6m
          CLOAKROOM_ORACLE_START_TIMEOUT | 0s | a time from 1s on, with s or m, for example 6m
          CLOAKROOM_ORACLE_REUSE | 1 | true or false
          CLOAKROOM_ORACLE_SERVICE | a/b | the name of a service, such as freepdb1
          """)
  void of_wrongValue_namesVariableAndRule(String variable, String value, String rule) {
    assertThatThrownBy(() -> of(variable, value))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage(variable + "=" + value + ": " + rule);
  }
}
