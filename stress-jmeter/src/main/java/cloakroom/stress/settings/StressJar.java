package cloakroom.stress.settings;

import cloakroom.platform.Installation;
import java.io.File;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Folder of stress.jar, from which the paths of the other installed files are derived. */
public record StressJar(Path target) {
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
   * Returns the class path of this process, for the load engine. Lists libraries one by one,
   * because the folder lib also contains libraries of other programs.
   */
  public String classPath() {
    String own = System.getProperty("java.class.path");
    Stream<Path> path = Stream.of(own.split(File.pathSeparator, -1)).map(Path::of);
    if (!own.contains(File.pathSeparator) && own.endsWith(".jar")) {
      Stream<String> libraries = Installation.libraries(Path.of(own)).stream();
      path = Stream.concat(path, libraries.filter(l -> l.startsWith("lib/")).map(target::resolve));
    }
    // Uses absolute paths, because an engine may have another working directory.
    return path.map(part -> part.toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
