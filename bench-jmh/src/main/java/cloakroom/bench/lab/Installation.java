package cloakroom.bench.lab;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** Where this program lies. */
public final class Installation {
  private Installation() {}

  /** The folder of benchmarks.jar, or of target/classes: where this class was loaded from. */
  public static Path target() {
    try {
      Path code =
          Path.of(Installation.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return code.toAbsolutePath().getParent();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** This program's version, or "development" when it does not run from its jar. */
  public static String version() {
    String version = Installation.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
