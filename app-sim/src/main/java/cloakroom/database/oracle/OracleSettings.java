package cloakroom.database.oracle;

import cloakroom.contract.Password;
import cloakroom.contract.Variables;
import cloakroom.database.EnvironmentException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the Oracle in a container is wanted: as environment variables say, which every program has.
 *
 * @param startTimeout from the start of the container, its image being there, until it is ready
 * @param reuse whether the container stays and serves the next command with the same settings
 * @param port on 127.0.0.1, 0 for a free one
 */
public record OracleSettings(
    OracleImage image, String service, Duration startTimeout, boolean reuse, int port) {
  static final String IMAGE = "CLOAKROOM_ORACLE_IMAGE";

  /** The service, which is a pluggable database; one that the image lacks is made. */
  static final String SERVICE = "CLOAKROOM_ORACLE_SERVICE";

  /** How long the database may take to be ready, once the image is there. */
  static final String START_TIMEOUT = "CLOAKROOM_ORACLE_START_TIMEOUT";

  private static final Pattern TIME = Pattern.compile("([1-9]\\d{0,4})([sm])");
  private static final Pattern NAME = Pattern.compile("[A-Za-z][\\w.$#-]{0,127}");

  /** What the environment of this process says. */
  public static OracleSettings here(int port) {
    return of(System::getenv, port);
  }

  static OracleSettings of(UnaryOperator<String> environment, int port) {
    OracleImage image = new OracleImage(value(environment, IMAGE, OracleImage.USUAL));
    return new OracleSettings(
        image,
        service(value(environment, SERVICE, ""), image),
        time(value(environment, START_TIMEOUT, "6m")),
        reuse(value(environment, Variables.ORACLE_REUSE, "false")),
        port);
  }

  /** An empty value counts as none. */
  private static String value(UnaryOperator<String> environment, String variable, String usual) {
    String value = Objects.requireNonNullElse(environment.apply(variable), "").strip();
    return value.isEmpty() ? usual : value;
  }

  private static EnvironmentException wrong(String variable, String value, String rule) {
    return new EnvironmentException(variable + "=" + value + ": " + rule);
  }

  private static String service(String name, OracleImage image) {
    if (name.isEmpty()) {
      return image
          .ownService()
          .orElseThrow(
              () ->
                  new EnvironmentException(
                      ("image %s does not tell by its name whether it holds Oracle Free or XE: name"
                              + " its service with %s")
                          .formatted(image, SERVICE)));
    }
    if (!NAME.matcher(name).matches()) {
      throw wrong(SERVICE, name, "the name of a service, such as freepdb1");
    }
    return name;
  }

  private static Duration time(String value) {
    Matcher form = TIME.matcher(value);
    if (!form.matches()) {
      throw wrong(START_TIMEOUT, value, "a time from 1s on, with s or m, for example 6m");
    }
    long number = Long.parseLong(form.group(1));
    return form.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMinutes(number);
  }

  private static boolean reuse(String value) {
    if (!List.of("true", "false").contains(value)) {
      throw wrong(Variables.ORACLE_REUSE, value, "true or false");
    }
    return value.equals("true");
  }

  /**
   * What the container's first process is told; it makes the service's database if the image comes
   * with another. The application's user is not the image's business: it would pass the password on
   * as an argument, for every process list to show.
   *
   * @param administrator the password of SYS and SYSTEM
   */
  Map<String, String> environment(Password administrator) {
    boolean ready = image.ownService().map(service::equalsIgnoreCase).orElse(true);
    return ready
        ? Map.of("ORACLE_PASSWORD", administrator.reveal())
        : Map.of("ORACLE_PASSWORD", administrator.reveal(), "ORACLE_DATABASE", service);
  }

  /**
   * A container image of Oracle's free editions, made like those of gvenzl: what is in it is told
   * by the last part of its name, which holds {@code free} or {@code xe}, also in a registry of
   * one's own.
   *
   * @param name with its tag, as Docker takes it
   */
  public record OracleImage(String name) {
    private static final Pattern FORM =
        Pattern.compile(
            "(?:[a-z0-9][\\w.-]*(?::\\d+)?/)?[a-z0-9][\\w.-]*(?:/[a-z0-9][\\w.-]*)*(?::[\\w.-]+)?"
                + "(?:@sha256:\\p{XDigit}+)?");

    private static final String EXPRESS = "xepdb1";

    /** Pinned, and beside that of docker/compose.yaml; faststart: its database is unpacked. */
    public static final String USUAL = "gvenzl/oracle-free:23.26.3-slim-faststart";

    /** Refuses a name that Docker would not take. */
    public OracleImage {
      if (!FORM.matcher(name).matches()) {
        throw new EnvironmentException(
            "image '%s' is no name of an image: it must be like %s".formatted(name, USUAL));
      }
    }

    /** The service of the pluggable database that the image comes with, if its name tells. */
    Optional<String> ownService() {
      String last =
          name.substring(name.lastIndexOf('/') + 1)
              .replaceFirst("[:@].*", "")
              .toLowerCase(Locale.ROOT);
      return last.contains("free")
          ? Optional.of("freepdb1")
          : last.contains("xe") ? Optional.of(EXPRESS) : Optional.empty();
    }

    /** Whether its name tells that it holds XE, the edition before Free. */
    boolean isExpress() {
      return ownService().filter(EXPRESS::equals).isPresent();
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
