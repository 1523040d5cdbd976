package cloakroom.cli;

import cloakroom.database.oracle.OracleSetting;
import cloakroom.database.oracle.OracleSettings;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Option;

/** What can be asked of the Oracle in a container. */
final class OracleOptions {
  @Option(
      names = "--image",
      paramLabel = "IMAGE",
      description =
          "Oracle's image (default: gvenzl/oracle-free, pinned; or CLOAKROOM_ORACLE_IMAGE).")
  private String image;

  @Option(
      names = "--service",
      paramLabel = "NAME",
      description =
          "The service, a pluggable database (default: the image's own, freepdb1 or xepdb1; or"
              + " CLOAKROOM_ORACLE_SERVICE). One that the image lacks is made.")
  private String service;

  @Option(
      names = "--start-timeout",
      paramLabel = "TIME",
      description =
          "How long Oracle may take to be ready, once its image is here (default: 6m; or"
              + " CLOAKROOM_ORACLE_START_TIMEOUT).")
  private String startTimeout;

  @Option(
      names = "--reuse",
      description =
          "Leave the container running for the next command with the same settings and password"
              + " (or CLOAKROOM_ORACLE_REUSE=true). Testcontainers has to allow it:"
              + " TESTCONTAINERS_REUSE_ENABLE=true, or testcontainers.reuse.enable=true in"
              + " ~/.testcontainers.properties.")
  private boolean reuse;

  private Map<OracleSetting, String> given() {
    Map<OracleSetting, String> given = new EnumMap<>(OracleSetting.class);
    given.put(OracleSetting.IMAGE, image);
    given.put(OracleSetting.SERVICE, service);
    given.put(OracleSetting.START_TIMEOUT, startTimeout);
    given.put(OracleSetting.REUSE, reuse ? "true" : null);
    given.values().removeIf(Objects::isNull);
    return given;
  }

  /** What the options say, and where they are silent the environment. */
  OracleSettings settings(int port) {
    return OracleSettings.of(given(), port);
  }

  /** Refuses them where no Oracle is started. */
  void requireNone() {
    given()
        .forEach(
            (setting, value) -> {
              throw CommandErrors.wrongValue(setting.option(), value, "goes with --db oracle");
            });
  }
}
