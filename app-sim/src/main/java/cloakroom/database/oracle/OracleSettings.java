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
 * Settings of an Oracle in a container, from environment variables.
 *
 * @param image of Oracle Free or XE, made like those of gvenzl, with its tag
 * @param service a pluggable database; one that the image lacks is created
 * @param startTimeout from the start of the container until the database is ready
 * @param reuse whether the container stays and serves the next command with the same settings
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

  /** Maximum length of a password before Oracle 23ai. */
  static final int MAX_PASSWORD_BYTES = 30;

  static final String IMAGE = "CLOAKROOM_ORACLE_IMAGE";
  static final String SERVICE = "CLOAKROOM_ORACLE_SERVICE";
  static final String START_TIMEOUT = "CLOAKROOM_ORACLE_START_TIMEOUT";

  private static final String EXPRESS_SERVICE = "xepdb1";

  /** Checks the password, before minutes are spent on a start. */
  public OracleSettings {
    String given = password.map(Password::reveal).orElse("");
    if (given.contains("\"")) {
      throw new EnvironmentException(
          Variables.PASSWORD
              + " holds a double quote, which no password of Oracle may: set another");
    }
    int bytes = given.getBytes(UTF_8).length;
    if (serviceOf(image).filter(EXPRESS_SERVICE::equals).isPresent()
        && bytes > MAX_PASSWORD_BYTES) {
      throw new EnvironmentException(
          ("%s has %s bytes, and Oracle XE takes %s at most: set a shorter one, or choose an image"
                  + " of Oracle Free with %s")
              .formatted(Variables.PASSWORD, bytes, MAX_PASSWORD_BYTES, IMAGE));
    }
    if (reuse && password.isEmpty()) {
      throw new EnvironmentException(
          "%s needs %s: with a random password no other command could use the container"
              .formatted(Variables.ORACLE_REUSE, Variables.PASSWORD));
    }
  }

  /** Returns the settings from the environment of this process. */
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
          ("image %s does not tell by its name whether it holds Oracle Free or XE: name its"
                  + " service with %s")
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

  /** Returns the variable's value, or the default if it is not set or blank. */
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

  /**
   * Returns the service that the image comes with, if the last part of its name is of an edition.
   */
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
   * Returns the environment of the container. It lacks the application's user: the image would show
   * the password in a process list.
   *
   * @param administrator the password of SYS and SYSTEM
   */
  Map<String, String> environment(Password administrator) {
    boolean exists = serviceOf(image).map(service::equalsIgnoreCase).orElse(true);
    return exists
        ? Map.of("ORACLE_PASSWORD", administrator.reveal())
        : Map.of("ORACLE_PASSWORD", administrator.reveal(), "ORACLE_DATABASE", service);
  }
}
