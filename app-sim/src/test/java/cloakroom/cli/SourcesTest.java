package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.policy.JboProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/internals/sources.md lists exactly the source keys in code and docs. */
final class SourcesTest {
  private static final Path LEGEND = Path.of("../docs/internals/sources.md");
  private static final Pattern KEY = Pattern.compile("\\b[A-Z][A-Z0-9]+(-[A-Z0-9]+)?[ab]?\\b");

  private static Stream<String> keysIn(String text) {
    return KEY.matcher(text).results().map(MatchResult::group);
  }

  private static Set<String> legend() throws IOException {
    return Files.readAllLines(LEGEND).stream()
        .filter(line -> line.startsWith("| "))
        .flatMap(line -> keysIn(line.substring(0, line.indexOf('|', 1))))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> words() throws IOException {
    Set<String> words = new TreeSet<>();
    for (String folder : new String[] {"docs", "sql", "app-sim/src/main", "bench-jmh/src/main"}) {
      try (Stream<Path> files = Files.walk(Path.of("..", folder))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          if (file.toString().matches(".*\\.(java|md|sql|txt)") && !file.equals(LEGEND)) {
            keysIn(Files.readString(file)).forEach(words::add);
          }
        }
      }
    }
    return words;
  }

  @Test
  void everyRow_isUsed() throws IOException {
    assertThat(words()).containsAll(legend());
  }

  @Test
  void everyKeyOfAKnownFamily_hasARow() throws IOException {
    Set<String> legend = legend();
    Set<String> families =
        legend.stream()
            .filter(key -> key.contains("-"))
            .map(key -> key.substring(0, key.indexOf('-') + 1))
            .collect(Collectors.toSet());

    assertThat(legend)
        .containsAll(
            words().stream().filter(word -> families.stream().anyMatch(word::startsWith)).toList());
  }

  @Test
  void everySourceOfASetting_hasARow() throws IOException {
    assertThat(legend())
        .containsAll(
            Arrays.stream(JboProperty.values())
                .flatMap(property -> keysIn(property.source()))
                .toList());
  }
}
