package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/internals/dependencies.md gives a reason for each direct dependency, and for no other. */
final class DependenciesTest {
  private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");
  private static final Pattern ARTIFACT =
      Pattern.compile("<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>");
  private static final Pattern LIBRARY = Pattern.compile("`([^`]+)`");

  @Test
  void everyDirectDependency_hasAReason() throws IOException {
    Set<String> direct = new TreeSet<>();
    for (String module : List.of(".", "app-sim", "stress-jmeter", "bench-jmh")) {
      String pom =
          Files.readString(Path.of("..", module, "pom.xml"))
              .replaceAll("(?s)<(dependencyManagement|build|profiles)>.*?</\\1>", "");
      for (MatchResult dependency : DEPENDENCY.matcher(pom).results().toList()) {
        MatchResult artifact =
            ARTIFACT.matcher(dependency.group()).results().findFirst().orElseThrow();
        if (!artifact.group(1).equals("io.github.cloakroom")) {
          direct.add(artifact.group(2));
        }
      }
    }
    List<String> rows =
        Files.readAllLines(Path.of("../docs/internals/dependencies.md")).stream()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.substring(0, line.indexOf('|', 1)))
            .flatMap(cell -> LIBRARY.matcher(cell).results())
            .map(name -> name.group(1))
            .toList();

    assertThat(rows).containsExactlyInAnyOrderElementsOf(direct);
  }
}
