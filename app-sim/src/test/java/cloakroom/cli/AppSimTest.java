package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class AppSimTest {
  private final StringWriter err = new StringWriter();

  /** Runs a command that cannot succeed. */
  private String failureOf(String... args) {
    CommandLine command = AppSim.commandLine().setErr(new PrintWriter(err));
    assertThat(command.execute(args)).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1);
    return err.toString().strip();
  }

  @Test
  void noCommand_namesTheCommands() {
    assertThat(failureOf())
        .isEqualTo(
            "app-sim: Missing required subcommand (commands: serve, database, purge, policies, config)");
  }

  @Test
  void unknownCommand_namesTheCommands() {
    assertThat(failureOf("databse"))
        .isEqualTo(
            "app-sim: no such command or argument: databse (commands: serve, database, purge, policies, config)");
  }

  @Test
  void unknownOption_namesTheOptions() {
    assertThat(failureOf("database", "--prot=1"))
        .isEqualTo(
            "app-sim database: Unknown option: '--prot=1'"
                + " (options: --check, --data, --db, --help, --image, --json, --port, --reuse, --service,"
                + " --start-timeout, --users, --version, --with-parent)");
  }

  @Test
  void portThatIsNoNumber_isNamed() {
    assertThat(failureOf("database", "--port", "abc"))
        .isEqualTo("app-sim database: Invalid value for option '--port': 'abc' is not an int");
  }

  @Test
  void portOutOfRange_namesTheRange() {
    assertThat(failureOf("database", "--port", "65536"))
        .isEqualTo("app-sim database: --port 65536 is wrong: a port is a number from 0 to 65535");
  }

  @Test
  void kindOfDatabaseThatIsUnknown_namesTheChoices() {
    assertThat(failureOf("database", "--db", "orcl"))
        .isEqualTo("app-sim database: --db orcl is wrong: choose one of embedded, oracle");
  }

  @Test
  void optionsOfTheOtherKind_areRefused() {
    assertThat(failureOf("database", "--image", "x/oracle-free"))
        .isEqualTo("app-sim database: --image x/oracle-free is wrong: goes with --db oracle");
    err.getBuffer().setLength(0);
    assertThat(failureOf("database", "--db", "oracle", "--data", "d"))
        .isEqualTo(
            "app-sim database: --data d is wrong: goes with --db embedded; Oracle's container is"
                + " kept by --reuse");
    err.getBuffer().setLength(0);
    assertThat(failureOf("database", "--check"))
        .isEqualTo("app-sim database: --check goes with --db oracle");
  }
}
