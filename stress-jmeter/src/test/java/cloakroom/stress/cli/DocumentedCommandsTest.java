package cloakroom.stress.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.settings.EmptyInstallation;
import cloakroom.testing.DocumentedCommands;
import cloakroom.testing.DocumentedCommands.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DocumentedCommandsTest {
  private static final Path POLICIES = Path.of("../docs/internals/policies.md");
  private static final Pattern POLICY = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|");
  private static final Pattern SETTING = Pattern.compile("\\b((?:jbo|cloakroom)\\.[\\w.]+)=");

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

  private static List<String> documented(Pattern name, String text) {
    return name.matcher(text).results().map(found -> found.group(1)).distinct().toList();
  }
}
