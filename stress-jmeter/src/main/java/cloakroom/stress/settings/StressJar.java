package cloakroom.stress.settings;

import cloakroom.platform.Installation;
import java.io.File;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Folder of stress.jar, with the paths of the other files of the installation. */
public record StressJar(Path target) {
  /** Returns the folder from which this class was loaded: that of stress.jar, or target. */
  public static StressJar find() {
    return new StressJar(Installation.folder(StressJar.class));
  }

  public Path appSim() {
    return folder("", "../../app-sim/target").resolve("app-sim.jar");
  }

  public Path plans() {
    return folder("plans", "../plans");
  }

  public Path runs() {
    return Installation.results(target).resolve("runs");
  }

  private Path folder(String inZip, String inBuild) {
    return target.resolve(Installation.isUnpacked(target) ? inZip : inBuild).normalize();
  }

  /**
   * Returns the class path of the load engine: that of this process. Of a single jar it lists the
   * libraries, because the folder lib of the zip also contains those of other programs.
   */
  public String classPath() {
    String own = System.getProperty("java.class.path");
    // absolute, because an engine may have another working directory
    Stream<String> path =
        Stream.of(own.split(File.pathSeparator, -1))
            .map(part -> Path.of(part).toAbsolutePath().toString());
    if (!own.contains(File.pathSeparator) && own.endsWith(".jar")) {
      Stream<String> libraries =
          Installation.libraries(Path.of(own)).stream()
              .filter(library -> library.startsWith("lib/"))
              .map(library -> target.resolve(library).toString());
      path = Stream.concat(path, libraries);
    }
    return path.collect(Collectors.joining(File.pathSeparator));
  }
}
