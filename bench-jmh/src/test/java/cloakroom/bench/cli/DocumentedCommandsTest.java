package cloakroom.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import cloakroom.testing.DocumentedCommands;
import cloakroom.testing.DocumentedCommands.Command;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** What README and docs tell their readers to type is what the benchmarks take. */
final class DocumentedCommandsTest {
  static List<Command> commands() {
    return DocumentedCommands.of("benchmarks");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_isTaken(Command command) {
    List<String> words = command.arguments();
    List<String> options = words.subList(1, words.size());
    switch (words.get(0)) {
      case "studies" -> assertTaken(new StudiesCommand(), options);
      case "family" -> assertTaken(new FamilyCommand(), options);
      default ->
          assertThatCode(() -> new CommandLineOptions(words.toArray(String[]::new)))
              .doesNotThrowAnyException();
    }
  }

  /** It has looked at everything when it would begin. */
  private static void assertTaken(MeasuringCommand command, List<String> options) {
    assertThat(command.execute(options, begun -> 0)).isZero();
  }
}
