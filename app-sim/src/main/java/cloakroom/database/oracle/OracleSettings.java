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
 * Settings of an Oracle container, read from environment variables.
 *
 * @param service name of the pluggable database, which the container creates if missing
 * @param reuse whether the container keeps running for later commands with these settings
 * @param port port on 127.0.0.1; 0 for a free port
 * @param password password of the user {@code cloakroom}; empty for a random password
 */
public record OracleSettings(
    String image,
    String service,
    Duration startTimeout,
    boolean reuse,
    int port,
    Optional<Password> password) {
  /**
   * Default Docker image. A faststart image contains a created database, so the container starts
   * faster.
   */
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
    if (bytes > MAX_PASSWORD_BYTES && serviceOf(image).equals(Optional.of(EXPRESS_SERVICE))) {
      throw new EnvironmentException(
          ("%s has %s bytes, and Oracle XE permits at most %s: set a shorter one, or choose an image"
                  + " of Oracle Free with %s")
              .formatted(Variables.PASSWORD, bytes, MAX_PASSWORD_BYTES, IMAGE));
    }
    if (reuse && password.isEmpty()) {
      String form = "%s needs %s: with a random password no other command could use the container";
      throw new EnvironmentException(form.formatted(Variables.ORACLE_REUSE, Variables.PASSWORD));
    }
  }

  public static OracleSettings here(int port) {
    return of(System::getenv, port);
  }

  static OracleSettings of(UnaryOperator<String> env, int port) {
    String image = value(env, IMAGE, ".+", "", DEFAULT_IMAGE);
    String found = serviceOf(image).orElse("");
    String nameRule = "the name of a service, such as freepdb1";
    String service = value(env, SERVICE, "[A-Za-z][\\w.$#-]{0,127}", nameRule, found);
    if (service.isEmpty()) {
      String form = "the name of image %s contains neither 'free' nor 'xe': name its service with ";
      throw new EnvironmentException(form.formatted(image) + SERVICE);
    }
    String timeRule = "a time from 1s on, with s or m, for example 6m";
    String timeout = value(env, START_TIMEOUT, "[1-9]\\d{0,4}[sm]", timeRule, "6m");
    String reuse = value(env, Variables.ORACLE_REUSE, "true|false", "true or false", "false");
    Duration limit = Duration.parse("PT" + timeout);
    Optional<Password> password = new Passwords(env, user -> Optional.empty()).given();
    return new OracleSettings(image, service, limit, Boolean.parseBoolean(reuse), port, password);
  }

  private static String value(
      UnaryOperator<String> env, String name, String form, String rule, String otherwise) {
    String value = Objects.requireNonNullElse(env.apply(name), "").strip();
    if (!value.isEmpty() && !value.matches(form)) {
      throw new EnvironmentException(name + "=" + value + ": " + rule);
    }
    return value.isEmpty() ? otherwise : value;
  }

  private static Optional<String> serviceOf(String image) {
    String name = image.substring(image.lastIndexOf('/') + 1).replaceFirst("[:@].*", "");
    String edition = name.toLowerCase(Locale.ROOT);
    return edition.contains("free")
        ? Optional.of("freepdb1")
        : edition.contains("xe") ? Optional.of(EXPRESS_SERVICE) : Optional.empty();
  }

  /** Returns the variables. Omits a user name, because the image would then expose the password. */
  Map<String, String> environment(Password administrator) {
    String secret = administrator.reveal();
    return serviceOf(image).map(service::equalsIgnoreCase).orElse(true)
        ? Map.of("ORACLE_PASSWORD", secret)
        : Map.of("ORACLE_PASSWORD", secret, "ORACLE_DATABASE", service);
  }
}
