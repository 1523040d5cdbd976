package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.contract.Password;
import cloakroom.database.EnvironmentException;
import cloakroom.database.oracle.OracleSettings.OracleImage;
import cloakroom.database.oracle.OracleSettings.OracleSetting;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OracleSettingsTest {
  private static OracleSettings of(
      Map<OracleSetting, String> options, Map<String, String> environment) {
    return OracleSettings.of(options, environment::get, 0);
  }

  private static OracleSettings of(OracleSetting setting, String value) {
    return of(Map.of(setting, value), Map.of());
  }

  @Test
  void defaults_areThePinnedImageOfOracleFree() {
    assertThat(of(Map.of(), Map.of()))
        .isEqualTo(
            new OracleSettings(
                new OracleImage(OracleImage.USUAL), "freepdb1", Duration.ofMinutes(6), false, 0));
  }

  @Test
  void option_countsBeforeVariable() {
    Map<OracleSetting, String> option = Map.of(OracleSetting.IMAGE, "by/oracle-free:option");
    Map<String, String> variable = Map.of("CLOAKROOM_ORACLE_IMAGE", "by/oracle-free:variable");

    assertThat(of(option, variable).image().name()).endsWith(":option");
    assertThat(of(Map.of(), variable).image().name()).endsWith(":variable");
    assertThat(of(Map.of(), Map.of("CLOAKROOM_ORACLE_IMAGE", " ")).image().name())
        .as("an empty value is none")
        .isEqualTo(OracleImage.USUAL);
  }

  @ParameterizedTest
  @CsvSource({
    "gvenzl/oracle-free:23.26.3-slim-faststart, freepdb1",
    "gvenzl/oracle-free, freepdb1",
    "gvenzl/oracle-xe:21-slim-faststart, xepdb1",
    "registry.example:5000/team/Oracle-XE:21, xepdb1",
    "xe.example/oracle-free:23@sha256:0123abcd, freepdb1"
  })
  void service_followsFromTheImage(String image, String service) {
    OracleSettings settings = of(OracleSetting.IMAGE, image.toLowerCase(java.util.Locale.ROOT));
    assertThat(settings.service()).isEqualTo(service);
    assertThat(settings.environment(Password.of("s"))).containsOnlyKeys("ORACLE_PASSWORD");
  }

  @Test
  void serviceThatIsSet_isMadeWhereTheImageHasAnother() {
    OracleSettings settings = of(OracleSetting.SERVICE, "studies");

    assertThat(settings.environment(Password.of("s"))).containsEntry("ORACLE_DATABASE", "studies");
    OracleSettings own = of(OracleSetting.SERVICE, "FREEPDB1");
    assertThat(own.environment(Password.of("s"))).containsOnlyKeys("ORACLE_PASSWORD");
  }

  @Test
  void imageThatDoesNotTell_needsItsService() {
    assertThatThrownBy(() -> of(OracleSetting.IMAGE, "corp/database:1"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage(
            "image corp/database:1 does not tell by its name whether it holds Oracle Free or XE:"
                + " name its service with --service (or CLOAKROOM_ORACLE_SERVICE)");
    OracleSettings told =
        of(Map.of(OracleSetting.IMAGE, "corp/database:1", OracleSetting.SERVICE, "pdb"), Map.of());
    assertThat(told.service()).isEqualTo("pdb");
    assertThat(told.environment(Password.of("s"))).containsOnlyKeys("ORACLE_PASSWORD");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --start-timeout | soon | a time from 1s on, with s or m, for example 6m
          CLOAKROOM_ORACLE_START_TIMEOUT | 0s | a time from 1s on, with s or m, for example 6m
          CLOAKROOM_ORACLE_REUSE | 1 | true or false
          --service | a/b | the name of a service, such as freepdb1
          """)
  void wrongValue_isNamedWithItsPlaceAndTheRule(String place, String value, String rule) {
    Map<OracleSetting, String> options = new EnumMap<>(OracleSetting.class);
    Stream.of(OracleSetting.values())
        .filter(setting -> setting.option().equals(place))
        .forEach(setting -> options.put(setting, value));
    assertThatThrownBy(() -> of(options, Map.of(place, value)))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage(place + " " + value + ": " + rule);
  }

  @ParameterizedTest
  @ValueSource(strings = {"oracle free", "-oracle-free", "oracle-free:", "a//b", "Oracle:free;rm"})
  void nameThatDockerWouldNotTake_isRefused(String name) {
    assertThatThrownBy(() -> new OracleImage(name))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith("image '" + name + "' is no name of an image");
  }

  @ParameterizedTest
  @CsvSource({"90s, PT90S", "10m, PT10M"})
  void startTimeout_isInSecondsOrMinutes(String value, Duration time) {
    assertThat(of(OracleSetting.START_TIMEOUT, value).startTimeout()).isEqualTo(time);
  }
}
