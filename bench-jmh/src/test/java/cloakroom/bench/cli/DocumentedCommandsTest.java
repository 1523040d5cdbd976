package cloakroom.bench.cli;

import static org.assertj.core.api.Assertions.assertThatCode;

import cloakroom.testing.DocumentedCommands;
import cloakroom.testing.DocumentedCommands.Command;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine.ParseResult;

final class DocumentedCommandsTest {
  static List<Command> commands() {
    return DocumentedCommands.of("benchmarks");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_isAccepted(Command command) {
    List<String> words = command.arguments();
    switch (words.get(0)) {
      case "studies" -> assertThatCode(() -> read(words)).doesNotThrowAnyException();
      default ->
          assertThatCode(() -> new CommandLineOptions(words.toArray(String[]::new)))
              .doesNotThrowAnyException();
    }
  }

  private static void read(List<String> words) {
    ParseResult parsed = Benchmarks.program().parseArgs(words.toArray(String[]::new));
    ((StudiesCommand) parsed.subcommand().commandSpec().userObject()).check();
  }
}
