package cloakroom.stress.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of small JVMs that run a class of these tests. */
public final class Fork {
  private Fork() {}

  /** Runs that class, which needs nothing but the JDK, with these arguments. */
  public static List<String> of(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-Xmx64m", "-cp", testClasses(), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static String testClasses() {
    try {
      return Path.of(Fork.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (java.net.URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
