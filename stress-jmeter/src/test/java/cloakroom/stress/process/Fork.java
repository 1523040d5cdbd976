package cloakroom.stress.process;

import cloakroom.testing.JarProcess;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of small JVMs that run a class of these tests. */
public final class Fork {
  private Fork() {}

  public static List<String> of(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(JarProcess.java());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-Xmx64m", "-cp", testClasses(), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static String testClasses() {
    try {
      return Path.of(Fork.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
