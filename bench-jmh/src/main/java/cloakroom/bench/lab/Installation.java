package cloakroom.bench.lab;

import java.net.URISyntaxException;
import java.nio.file.Path;

/**
 * Where this program lies.
 *
 * @param target the folder of benchmarks.jar
 */
public record Installation(Path target) {
  /** Found from the place that this class was loaded from: benchmarks.jar, or target/classes. */
  public static Installation find() {
    try {
      Path code =
          Path.of(Installation.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return new Installation(code.toAbsolutePath().getParent());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** This program's version, or "development" when it does not run from its jar. */
  public String version() {
    String version = Installation.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
