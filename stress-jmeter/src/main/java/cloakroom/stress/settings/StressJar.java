package cloakroom.stress.settings;

import cloakroom.platform.Installation;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where this program lies, the folder of stress.jar, and what lies beside it. */
public record StressJar(Path target) {
  /** Found from the place that this class was loaded from: stress.jar, or target/classes. */
  public static StressJar find() {
    return new StressJar(Installation.folder(StressJar.class));
  }

  public Path appSim() {
    return lying("", "../../app-sim/target").resolve("app-sim.jar");
  }

  public Path plans() {
    return lying("plans", "../plans");
  }

  public Path runs() {
    return Installation.results(target).resolve("runs");
  }

  /** A folder of the unpacked zip, or that of the build. */
  private Path lying(String unpacked, String built) {
    return target.resolve(Installation.isUnpacked(target) ? unpacked : built).normalize();
  }

  /**
   * Everything that the load engine needs: this program's class path, that of its jar spelled out.
   * In the folder lib of the zip lie also the libraries of others.
   */
  public String classPath() {
    String own = System.getProperty("java.class.path");
    boolean oneJar = !own.contains(File.pathSeparator) && own.endsWith(".jar");
    List<String> path = new ArrayList<>();
    for (String part : own.split(File.pathSeparator, -1)) {
      path.add(Path.of(part).toAbsolutePath().toString()); // an engine may work in another folder
    }
    if (oneJar) {
      Installation.libraries(Path.of(own)).stream()
          .filter(library -> library.startsWith("lib/"))
          .forEach(library -> path.add(target.resolve(library).toString()));
    }
    return String.join(File.pathSeparator, path);
  }
}
