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

  /** Pinned, and beside that of docker/compose.yaml; faststart: its database is unpacked. */
  public static final OracleImage DEFAULT =
      new OracleImage("gvenzl/oracle-free:23.26.3-slim-faststart");

  /**
   * Checks the form.
   *
   * @throws EnvironmentException if Docker would not take the name
   */
  public OracleImage {
    if (!FORM.matcher(name).matches()) {
      throw new EnvironmentException(
          "image '"
              + name
              + "' is no name of an image: it must be like "
              + "gvenzl/oracle-free:23.26.3-slim-faststart");
    }
  }

  /** The service of the pluggable database that the image comes with, if its name tells. */
  Optional<String> ownService() {
    if (isFree()) {
      return Optional.of("freepdb1");
    }
    return isExpress() ? Optional.of("xepdb1") : Optional.empty();
  }

  private boolean isFree() {
    return lastPart().contains("free");
  }

  /** Whether its name tells that it holds XE, the edition before Free. */
  boolean isExpress() {
    return !isFree() && lastPart().contains("xe");
  }

  private String lastPart() {
    String last = name.substring(name.lastIndexOf('/') + 1).replaceFirst("[:@].*", "");
    return last.toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return name;
  }
}
