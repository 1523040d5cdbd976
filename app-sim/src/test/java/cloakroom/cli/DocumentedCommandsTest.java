package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.policy.Preset;
import cloakroom.testing.DocumentedCommands;
import cloakroom.testing.DocumentedCommands.Command;
import cloakroom.testing.DocumentedLinks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands and links of README and docs, except the commands of other modules. */
final class DocumentedCommandsTest {
  /** Programs that tests of their modules check, and commands of the shell. */
  private static final Set<String> KNOWN =
      Set.of("app-sim", "stress", "benchmarks", "mvn", "export");

  /** Commands that start nothing, possibly with --validate-only. */
  private static final Set<String> HARMLESS = Set.of("serve", "config");

  private static final Path TOUR = Path.of("../CONTRIBUTING.md");

  /** Section of a module in the tour: module, root package, table of its packages. */
  private static final Pattern MODULE =
      Pattern.compile("(?s)\n### (\\S+)\n.*?Root `(\\S+)`(.*?)(?=\n##|\n`sql)");

  static List<Command> own() {
    return DocumentedCommands.of("app-sim");
  }

  static List<Command> maven() {
    return DocumentedCommands.of("mvn");
  }

  @Test
  void everyCommand_isAskedOfItsProgramOrSaysWhatItNeeds() {
    assertThat(DocumentedCommands.all())
        .hasSizeGreaterThan(40)
        .allMatch(command -> KNOWN.contains(command.program()) || !command.needs().isEmpty());
  }

  @Test
  void command_isSplitAsAShellDoes() {
    assertThat(
            DocumentedCommands.of("stress").stream()
                .filter(command -> command.place().startsWith("docs/reference.md"))
                .findFirst()
                .orElseThrow()
                .arguments())
        .startsWith("run", "--trials", "4", "--variant", "as shipped: sticky", "--variant")
        .endsWith("--variant", "ours: bc4j=\"my app/bc4j.xcfg#DeptAMLocal\" commit-delay=5ms")
        .hasSize(9);
  }

  @ParameterizedTest
  @MethodSource("own")
  void commandOfTheTier_isTaken(Command command) {
    List<String> words = new ArrayList<>();
    command.arguments().forEach(word -> words.add(standIn(word)));
    AppSim.commandLine().parseArgs(words.toArray(String[]::new));
    if (HARMLESS.contains(words.get(0))) {
      if (words.get(0).equals("serve")) {
        words.add("--validate-only");
      }
      Ran.shown(words.toArray(String[]::new));
    }
  }

  private static String standIn(String word) {
    return switch (word) {
      case "path/to/bc4j.xcfg" -> "src/test/resources/bc4j/orders.xcfg";
      case "AppModuleLocal" -> "OrdersModuleLocal";
      default -> word.replace("HOST:PORT", "127.0.0.1:5432");
    };
  }

  @ParameterizedTest
  @MethodSource("maven")
  void mavensProfilesAndProperties_areThoseOfTheBuild(Command command) throws IOException {
    StringBuilder poms = new StringBuilder();
    for (String module : List.of(".", "app-sim", "stress-jmeter", "bench-jmh")) {
      poms.append(Files.readString(Path.of("..", module, "pom.xml")));
    }
    for (String word : command.arguments()) {
      if (word.startsWith("-P")) {
        assertThat(poms).contains("<id>" + word.substring(2) + "</id>");
      } else if (word.startsWith("-D")) {
        assertThat(poms).contains(word.substring(2).replaceFirst("=.*", ""));
      }
    }
  }

  @Test
  void everyLink_leadsToAFileAndAHeadingThatAreThere() {
    List<Path> pages = new ArrayList<>(DocumentedCommands.pages());
    pages.addAll(List.of(TOUR, Path.of("../docker/README.md")));
    assertThat(DocumentedLinks.broken(pages)).isEmpty();
  }

  @Test
  void packagesOfTheTour_areThoseOfTheTree() throws IOException {
    List<MatchResult> modules = MODULE.matcher(Files.readString(TOUR)).results().toList();
    assertThat(modules).hasSize(3);
    for (MatchResult module : modules) {
      Path sources = Path.of("..", module.group(1), "src/main/java");
      Path root = sources.resolve(module.group(2).replace('.', '/'));
      try (Stream<Path> files = Files.walk(root)) {
        assertThat(files.filter(file -> file.endsWith("package-info.java")))
            .extracting(file -> root.relativize(file.getParent()).toString().replace('/', '.'))
            .containsExactlyInAnyOrderElementsOf(namesInFirstColumn(module.group(3)));
      }
    }
  }

  private static List<String> namesInFirstColumn(String table) {
    return table
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.substring(0, line.indexOf('|', 1)))
        .flatMap(cell -> Pattern.compile("`([^`]+)`").matcher(cell).results())
        .map(name -> name.group(1))
        .toList();
  }

  @Test
  void everyPolicy_hasItsRowInTheDocumentation() throws IOException {
    String documentation = Files.readString(Path.of("../docs/internals/policies.md"));

    for (Preset preset : Preset.values()) {
      assertThat(documentation)
          .contains("| `%s` | %s |".formatted(preset.policyName(), preset.description()));
    }
  }

  @Test
  void readme_isTwoScreens() throws IOException {
    assertThat(Files.readAllLines(Path.of("../README.md"))).hasSizeLessThanOrEqualTo(120);
  }
}
