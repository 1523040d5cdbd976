package cloakroom.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ChildJvmIT {
  /** Parent that passes its argument to its child as the password. */
  static final class Parent {
    public static void main(String[] args) throws Exception {
      Map<String, String> environment =
          args.length == 0 ? Map.of() : Map.of(BenchDatabase.PASSWORD, args[0]);
      System.exit(ChildJvm.run(Child.class, List.of(), environment));
    }
  }

  static final class Child {
    public static void main(String[] args) {
      System.out.print(System.getenv(BenchDatabase.PASSWORD));
    }
  }

  private static String passwordOfChild(String... arguments) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        new ArrayList<>(
            List.of(java, "-cp", System.getProperty("java.class.path"), Parent.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put(BenchDatabase.PASSWORD, "marker-3391");
    Process parent = builder.start();
    String output =
        new String(parent.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(parent.waitFor()).isZero();
    return output;
  }

  @Test
  void child_hasThePasswordOfItsDatabaseOnly() throws Exception {
    assertThat(passwordOfChild()).isEqualTo("null");
    assertThat(passwordOfChild("marker-3392")).isEqualTo("marker-3392");
  }
}
