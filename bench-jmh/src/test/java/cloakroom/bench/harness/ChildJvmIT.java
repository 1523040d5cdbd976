package cloakroom.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a child hears of the database that its parent was told of. */
final class ChildJvmIT {
  /** The parent: its argument is what it tells its child, or nothing. */
  static final class Parent {
    public static void main(String[] args) throws Exception {
      Map<String, String> told =
          args.length == 0 ? Map.of() : Map.of(BenchDatabase.PASSWORD, args[0]);
      System.exit(ChildJvm.run(Child.class, List.of(), told));
    }
  }

  /** The child: says what it knows. */
  static final class Child {
    public static void main(String[] args) {
      System.out.print(System.getenv(BenchDatabase.PASSWORD));
    }
  }

  private static String known(String... told) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        new ArrayList<>(
            List.of(java, "-cp", System.getProperty("java.class.path"), Parent.class.getName()));
    command.addAll(List.of(told));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put(BenchDatabase.PASSWORD, "marker-3391");
    Process parent = builder.start();
    String output =
        new String(parent.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(parent.waitFor()).isZero();
    return output;
  }

  @Test
  void childWithoutDatabase_hasNoPassword() throws Exception {
    assertThat(known()).isEqualTo("null");
  }

  @Test
  void childWithDatabase_hasItsPassword() throws Exception {
    assertThat(known("marker-3392")).isEqualTo("marker-3392");
  }
}
