package cloakroom.stress.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.settings.EmptyInstallation;
import cloakroom.testing.DocumentedCommands;
import cloakroom.testing.DocumentedCommands.Command;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DocumentedCommandsTest {
  private static final Path POLICIES = Path.of("../docs/internals/policies.md");
  private static final Pattern POLICY = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|");
  private static final Pattern SETTING = Pattern.compile("\\b((?:jbo|cloakroom)\\.[\\w.]+)=");

  private static final Pattern PROPERTY = Pattern.compile("__P\\((\\w+),([^$)]*)");
  private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");

  @TempDir private Path folder;

  static List<Command> commands() {
    return DocumentedCommands.of("stress");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_isTaken(Command command) throws IOException {
    String[] words =
        command.arguments().stream()
            .map(word -> word.equals("my-plan.jmx") ? "plans/adf-session.jmx" : word)
            .toArray(String[]::new);
    StressCommandLine.program().parseArgs(words);
    if (words[0].equals("run")) {
      EmptyInstallation installation = new EmptyInstallation(folder);
      installation.offered = documented(POLICY, Files.readString(POLICIES));
      installation.check(Arrays.copyOfRange(words, 1, words.length));
    }
    for (String setting : documented(SETTING, command.toString())) {
      assertThat(POLICIES).content().contains("| `" + setting + "` |");
    }
  }

  /** Each property of a plan is in the table of plans.md or in a comment of the plan file. */
  @Test
  void propertiesOfPlans_areDocumented_withTheirDefaults() throws IOException {
    List<String> rows =
        Files.readString(Path.of("../docs/plans.md"))
            .lines()
            .dropWhile(line -> !line.equals("## Properties"))
            .filter(line -> line.matches("\\| `[a-z_]+`.*\\|.*\\|"))
            .toList();
    Set<String> properties = new HashSet<>();
    try (DirectoryStream<Path> plans = Files.newDirectoryStream(Path.of("plans"), "*.jmx")) {
      for (Path plan : plans) {
        String text = Files.readString(plan);
        for (MatchResult property : PROPERTY.matcher(text).results().toList()) {
          properties.add(property.group(1));
          List<String> row =
              rows.stream().filter(any -> names(any).contains(property.group(1))).toList();
          if (row.isEmpty()) {
            assertThat(text).as("%s", plan).containsPattern("Properties.*\\b" + property.group(1));
          } else if (!property.group(2).matches("0|") && !row.get(0).contains(" to ")) {
            assertThat(row.get(0)).as("%s", plan).contains(property.group(2));
          }
        }
      }
    }
    assertThat(rows.stream().flatMap(row -> names(row).stream())).isSubsetOf(properties);
  }

  private static List<String> names(String row) {
    return documented(NAME, row.split("\\|", -1)[1]);
  }

  private static List<String> documented(Pattern name, String text) {
    return name.matcher(text).results().map(found -> found.group(1)).distinct().toList();
  }
}
