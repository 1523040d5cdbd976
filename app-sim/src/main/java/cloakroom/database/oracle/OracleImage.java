package cloakroom.database.oracle;

import cloakroom.database.EnvironmentException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A container image of Oracle's free editions, made like those of gvenzl: what is in it is told by
 * the last part of its name, which holds {@code free} or {@code xe}, also in a registry of one's
 * own.
 *
 * @param name with its tag, as Docker takes it
 */
public record OracleImage(String name) {
  private static final Pattern FORM =
      Pattern.compile(
          "(?:[a-z0-9][\\w.-]*(?::\\d+)?/)?[a-z0-9][\\w.-]*(?:/[a-z0-9][\\w.-]*)*(?::[\\w.-]+)?"
              + "(?:@sha256:\\p{XDigit}+)?");

  private static final String EXPRESS = "xepdb1";
  private static final String USUAL = "gvenzl/oracle-free:23.26.3-slim-faststart";

  /** Pinned, and beside that of docker/compose.yaml; faststart: its database is unpacked. */
  public static final OracleImage DEFAULT = new OracleImage(USUAL);

  /**
   * Checks the form.
   *
   * @throws EnvironmentException if Docker would not take the name
   */
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
