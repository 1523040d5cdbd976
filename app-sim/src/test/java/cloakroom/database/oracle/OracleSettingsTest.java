package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.EnvironmentException;
import cloakroom.database.Password;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OracleSettingsTest {
  private static OracleSettings of(
      Map<OracleSetting, String> options,
      Map<String, String> properties,
      Map<String, String> environment) {
    return OracleSettings.of(options, properties::get, environment::get, 0);
  }

  private static OracleSettings of(OracleSetting setting, String value) {
    return of(Map.of(setting, value), Map.of(), Map.of());
  }

  private static void assertRefused(OracleSetting setting, String value, String message) {
    assertThatThrownBy(() -> of(setting, value))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage(message);
  }

  @Test
  void defaults_areThePinnedImageOfOracleFree() {
    assertThat(of(Map.of(), Map.of(), Map.of()))
        .isEqualTo(
            new OracleSettings(OracleImage.DEFAULT, "freepdb1", Duration.ofMinutes(6), false, 0));
  }

  @Test
  void option_countsBeforeProperty_beforeVariable() {
    Map<OracleSetting, String> option = Map.of(OracleSetting.IMAGE, "by/oracle-free:option");
    Map<String, String> property = Map.of("cloakroom.oracle.image", "by/oracle-free:property");
    Map<String, String> variable = Map.of("CLOAKROOM_ORACLE_IMAGE", "by/oracle-free:variable");

    assertThat(of(option, property, variable).image().name()).endsWith(":option");
    assertThat(of(Map.of(), property, variable).image().name()).endsWith(":property");
    assertThat(of(Map.of(), Map.of(), variable).image().name()).endsWith(":variable");
    assertThat(of(Map.of(), Map.of("cloakroom.oracle.image", " "), variable).image().name())
        .as("an empty value is none")
        .endsWith(":variable");
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
    assertThat(settings.isServiceOfItsOwn()).isFalse();
  }

  @Test
  void serviceThatIsSet_isMadeWhereTheImageHasAnother() {
    OracleSettings settings = of(OracleSetting.SERVICE, "studies");

    assertThat(settings.isServiceOfItsOwn()).isTrue();
    assertThat(ContainerOrder.of(settings, Password.of("s")).environment())
        .containsEntry("ORACLE_DATABASE", "studies");
    assertThat(of(OracleSetting.SERVICE, "FREEPDB1").isServiceOfItsOwn()).isFalse();
    assertThat(
            ContainerOrder.of(of(OracleSetting.SERVICE, "FREEPDB1"), Password.of("s"))
                .environment())
        .containsOnlyKeys("ORACLE_PASSWORD");
  }

  @Test
  void imageThatDoesNotTell_needsItsService() {
    assertRefused(
        OracleSetting.IMAGE,
        "corp/database:1",
        "image corp/database:1 does not tell by its name whether it holds Oracle Free or XE: name"
            + " its service with --service (or CLOAKROOM_ORACLE_SERVICE, or"
            + " -Dcloakroom.oracle.service)");
    OracleSettings told =
        of(
            Map.of(OracleSetting.IMAGE, "corp/database:1", OracleSetting.SERVICE, "pdb"),
            Map.of(),
            Map.of());
    assertThat(told.service()).isEqualTo("pdb");
    assertThat(told.isServiceOfItsOwn()).isFalse();
  }

  @Test
  void wrongValues_areNamedWithTheirPlaceAndTheRule() {
    assertRefused(
        OracleSetting.START_TIMEOUT,
        "soon",
        "--start-timeout soon: a time from 1s on, with s or m, for example 6m");
    assertRefused(OracleSetting.REUSE, "yes", "--reuse yes: true or false");
    assertRefused(
        OracleSetting.SERVICE, "a/b", "--service a/b: the name of a service, such as freepdb1");
    assertThatThrownBy(() -> of(Map.of(), Map.of(), Map.of("CLOAKROOM_ORACLE_START_TIMEOUT", "0s")))
        .hasMessageStartingWith("CLOAKROOM_ORACLE_START_TIMEOUT 0s: a time");
    assertThatThrownBy(() -> of(Map.of(), Map.of("cloakroom.oracle.reuse", "1"), Map.of()))
        .hasMessageStartingWith("-Dcloakroom.oracle.reuse 1: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"oracle free", "-oracle-free", "oracle-free:", "a//b", "Oracle:free;rm"})
  void nameThatDockerWouldNotTake_isRefused(String name) {
    assertThatThrownBy(() -> new OracleImage(name))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith("image '" + name + "' is no name of an image");
  }

  @Test
  void startTimeout_isInSecondsOrMinutes() {
    assertThat(of(OracleSetting.START_TIMEOUT, "90s").startTimeout().toSeconds()).isEqualTo(90);
    assertThat(of(OracleSetting.START_TIMEOUT, "10m").startTimeout().toMinutes()).isEqualTo(10);
  }
}
