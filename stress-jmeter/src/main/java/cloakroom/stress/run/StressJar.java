package cloakroom.stress.run;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where this program lies, the folder of stress.jar, and what lies beside it. */
record StressJar(Path target) {
  /**
   * For JVMs with a class path, which have no manifest: no warnings of later JDKs about native code
   * and Unsafe; and for JMeter's own command line the locale that our programs set for themselves.
   */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "-Dsun.misc.unsafe.memory.access=allow",
          "-Duser.language=en",
          "-Duser.country=US",
          "-Djava.awt.headless=true");

  /** Found from the place that this class was loaded from: stress.jar, or target/classes. */
  static StressJar find() {
    try {
      Path code =
          Path.of(StressJar.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return new StressJar(code.toAbsolutePath().getParent());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  Path appSim() {
    return target.resolve("../../app-sim/target/app-sim.jar").normalize();
  }

  Path plans() {
    return target.resolve("../plans").normalize();
  }

  Path runs() {
    return target.resolve("runs");
  }

  /** The java of the JDK that runs this program; the children use the same. */
  String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The beginning of a command that runs a class of the load engine, up to that class. */
  List<String> javaWithClassPath(List<String> options) {
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(JVM_OPTIONS);
    command.addAll(options);
    command.addAll(List.of("-cp", classPath()));
    return command;
  }

  /** Everything that the load engine needs: this program's class path, lib folder spelled out. */
  private String classPath() {
    String own = System.getProperty("java.class.path");
    Path lib = target.resolve("lib");
    boolean oneJar = !own.contains(File.pathSeparator) && own.endsWith(".jar");
    return oneJar && Files.isDirectory(lib) ? own + File.pathSeparator + lib.resolve("*") : own;
  }

  /** This program's version, or "development" when it does not run from its jar. */
  String version() {
    String version = StressJar.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
