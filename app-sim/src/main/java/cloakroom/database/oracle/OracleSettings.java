package cloakroom.database.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;

import cloakroom.database.EnvironmentException;
import cloakroom.platform.Password;
import cloakroom.platform.Passwords;
import cloakroom.platform.Variables;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Settings of an Oracle container, from environment variables.
 *
 * @param image image of Oracle Free or XE with its tag, built like those of gvenzl
 * @param service pluggable database; created if the image lacks it
 * @param startTimeout from the start of the container until the database is ready
 * @param reuse whether the container stays for the next command with the same settings
 * @param port on 127.0.0.1, 0 for a free one
 * @param password of the user {@code cloakroom}; a random one if empty
 */
public record OracleSettings(
    String image,
    String service,
    Duration startTimeout,
    boolean reuse,
    int port,
    Optional<Password> password) {
  /** The default image, pinned; faststart: its database is unpacked. */
  public static final String DEFAULT_IMAGE = "gvenzl/oracle-free:23.26.3-slim-faststart";

  static final int MAX_PASSWORD_BYTES = 30;
  static final String IMAGE = "CLOAKROOM_ORACLE_IMAGE";
  static final String SERVICE = "CLOAKROOM_ORACLE_SERVICE";
  static final String START_TIMEOUT = "CLOAKROOM_ORACLE_START_TIMEOUT";
  private static final String EXPRESS_SERVICE = "xepdb1";

  public OracleSettings {
    String given = password.map(Password::reveal).orElse("");
    if (given.contains("\"")) {
      throw new EnvironmentException(
          Variables.PASSWORD
              + " contains a double quote, which Oracle does not permit: set another");
    }
    int bytes = given.getBytes(UTF_8).length;
    if (serviceOf(image).filter(EXPRESS_SERVICE::equals).isPresent()
        && bytes > MAX_PASSWORD_BYTES) {
      throw new EnvironmentException(
          ("%s has %s bytes, and Oracle XE permits at most %s: set a shorter one, or choose an image"
                  + " of Oracle Free with %s")
              .formatted(Variables.PASSWORD, bytes, MAX_PASSWORD_BYTES, IMAGE));
    }
    if (reuse && password.isEmpty()) {
      throw new EnvironmentException(
          "%s needs %s: with a random password no other command could use the container"
              .formatted(Variables.ORACLE_REUSE, Variables.PASSWORD));
    }
  }

  public static OracleSettings here(int port) {
    return of(System::getenv, port);
  }

  static OracleSettings of(UnaryOperator<String> environment, int port) {
    String image = value(environment, IMAGE, ".+", "", DEFAULT_IMAGE);
    String service =
        value(
            environment,
            SERVICE,
            "[A-Za-z][\\w.$#-]{0,127}",
            "the name of a service, such as freepdb1",
            serviceOf(image).orElse(""));
    if (service.isEmpty()) {
      throw new EnvironmentException(
          "the name of image %s contains neither 'free' nor 'xe': name its service with %s"
              .formatted(image, SERVICE));
    }
    String timeout =
        value(
            environment,
            START_TIMEOUT,
            "[1-9]\\d{0,4}[sm]",
            "a time from 1s on, with s or m, for example 6m",
            "6m");
    String reuse =
        value(environment, Variables.ORACLE_REUSE, "true|false", "true or false", "false");
    return new OracleSettings(
        image,
        service,
        Duration.parse("PT" + timeout),
        Boolean.parseBoolean(reuse),
        port,
        new Passwords(environment, user -> Optional.empty()).given());
  }

  private static String value(
      UnaryOperator<String> environment,
      String variable,
      String form,
      String rule,
      String defaultValue) {
    String value = Objects.requireNonNullElse(environment.apply(variable), "").strip();
    if (!value.isEmpty() && !value.matches(form)) {
      throw new EnvironmentException(variable + "=" + value + ": " + rule);
    }
    return value.isEmpty() ? defaultValue : value;
  }

  /** Returns the service in the image, if the last part of its name contains an edition. */
  private static Optional<String> serviceOf(String image) {
    String edition =
        image
            .substring(image.lastIndexOf('/') + 1)
            .replaceFirst("[:@].*", "")
            .toLowerCase(Locale.ROOT);
    return edition.contains("free")
        ? Optional.of("freepdb1")
        : edition.contains("xe") ? Optional.of(EXPRESS_SERVICE) : Optional.empty();
  }

  /**
   * Returns the environment of the container with the password of SYS, but without the
   * application's user: the image would show its password in a process list.
   */
  Map<String, String> environment(Password administrator) {
    return serviceOf(image).map(service::equalsIgnoreCase).orElse(true)
        ? Map.of("ORACLE_PASSWORD", administrator.reveal())
        : Map.of("ORACLE_PASSWORD", administrator.reveal(), "ORACLE_DATABASE", service);
  }
}
