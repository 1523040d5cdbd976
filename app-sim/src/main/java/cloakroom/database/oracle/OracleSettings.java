package cloakroom.database.oracle;

import cloakroom.contract.Password;
import cloakroom.database.EnvironmentException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the Oracle in a container is wanted. An option counts before an environment variable, and
 * that before the default.
 *
 * @param startTimeout from the start of the container, its image being there, until it is ready
 * @param reuse whether the container stays and serves the next command with the same settings
 * @param port on 127.0.0.1, 0 for a free one
 */
public record OracleSettings(
    OracleImage image, String service, Duration startTimeout, boolean reuse, int port) {
  private static final Pattern TIME = Pattern.compile("([1-9]\\d{0,4})([sm])");
  private static final Pattern SERVICE = Pattern.compile("[A-Za-z][\\w.$#-]{0,127}");

  /**
   * What options say, and where they are silent the environment of this process.
   *
   * @param options by setting; those that were not given are not in it
   */
  public static OracleSettings of(Map<OracleSetting, String> options, int port) {
    return of(options, System::getenv, port);
  }

  static OracleSettings of(
      Map<OracleSetting, String> options, UnaryOperator<String> environment, int port) {
    Map<OracleSetting, Said> said = new EnumMap<>(OracleSetting.class);
    for (OracleSetting setting : OracleSetting.values()) {
      said.put(setting, said(setting, options, environment));
    }
    OracleImage image = new OracleImage(said.get(OracleSetting.IMAGE).value());
    return new OracleSettings(
        image,
        service(said.get(OracleSetting.SERVICE), image),
        time(said.get(OracleSetting.START_TIMEOUT)),
        reuse(said.get(OracleSetting.REUSE)),
        port);
  }

  /** A value with the place that it comes from, which a refusal has to name. */
  private record Said(String place, String value) {
    EnvironmentException wrong(String rule) {
      return new EnvironmentException(place + " " + value + ": " + rule);
    }
  }

  /** An empty value counts as none. */
  private static Said said(
      OracleSetting setting,
      Map<OracleSetting, String> options,
      UnaryOperator<String> environment) {
    if (options.containsKey(setting)) {
      return new Said(setting.option(), options.get(setting));
    }
    String value = Objects.requireNonNullElse(environment.apply(setting.variable()), "").strip();
    return new Said(setting.variable(), value.isEmpty() ? setting.usual : value);
  }

  private static String service(Said said, OracleImage image) {
    if (said.value().isEmpty()) {
      return image
          .ownService()
          .orElseThrow(
              () ->
                  new EnvironmentException(
                      ("image %s does not tell by its name whether it holds Oracle Free or XE: name"
                              + " its service with %s")
                          .formatted(image, OracleSetting.SERVICE.everywhere())));
    }
    if (!SERVICE.matcher(said.value()).matches()) {
      throw said.wrong("the name of a service, such as freepdb1");
    }
    return said.value();
  }

  private static Duration time(Said said) {
    Matcher form = TIME.matcher(said.value());
    if (!form.matches()) {
      throw said.wrong("a time from 1s on, with s or m, for example 6m");
    }
    long number = Long.parseLong(form.group(1));
    return form.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMinutes(number);
  }

  private static boolean reuse(Said said) {
    if (!List.of("true", "false").contains(said.value())) {
      throw said.wrong("true or false");
    }
    return said.value().equals("true");
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

  /** What can be chosen about the Oracle that runs in a container, and where it can be said. */
  public enum OracleSetting {
    IMAGE(OracleImage.USUAL),
    /** The service, which is a pluggable database; one that the image lacks is made. */
    SERVICE(""),
    /** How long the database may take to be ready, once the image is there. */
    START_TIMEOUT("6m"),
    /** Whether the container outlives the command and serves the next one. */
    REUSE("false");

    private final String usual;

    OracleSetting(String usual) {
      this.usual = usual;
    }

    /** The option of commands, for instance {@code --start-timeout}. */
    public String option() {
      return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The environment variable, for instance {@code CLOAKROOM_ORACLE_START_TIMEOUT}. */
    public String variable() {
      return "CLOAKROOM_ORACLE_" + name();
    }

    /** The ways to say it, for messages. */
    String everywhere() {
      return option() + " (or " + variable() + ")";
    }
  }
}
