package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.testing.HelpCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AppSimTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                   | : no command; choose from serve, database, relay, purge, clean, policies, config, describe, simulate, completion
          databse              | ': unknown command ''databse''; did you mean database? (all: app-sim --help)'
          close                | ': unknown command ''close''; choose from serve, database, relay, purge, clean, policies, config, describe, simulate, completion'
          database --prot=1    | ' database: unknown option ''--prot=1''; did you mean --port? (all: app-sim database --help)'
          database --port abc  | ' database: Invalid value for option ''--port'': ''abc'' is not an int'
          database --port 65536| ' database: --port 65536 is wrong: a port is a number from 0 to 65535'
          database --db orcl   | ' database: --db orcl is wrong: choose one of embedded, oracle'
          database --commit-delay 101ms | ' database: --commit-delay 101ms is wrong: at most 100ms'
          database --db oracle --commit-delay 5ms | ' database: --commit-delay 5ms is wrong: requires --db embedded; Oracle has no such setting'
          database --validate-only     | ' database: --validate-only requires --db oracle'
          """)
  void wrongUse_isOneLineThatNamesTheChoices(String args, String line) {
    assertThat(Ran.failureOf(args.isEmpty() ? new String[0] : args.split(" ")))
        .isEqualTo("app-sim" + line);
  }

  @Test
  void help_isInGroupsWithExamplesThatCanRun() {
    HelpCheck.assertExplained(AppSim.commandLine(), "cloakroom/cli/usage.txt");
    assertThat(Ran.shown("serve", "--help"))
        .contains("Usage: app-sim serve [OPTIONS]", "Snapshots:", "Other options:", "SIGTERM")
        .endsWith("--db-rtt 500us");
    assertThat(Ran.shown("clean", "--help")).contains("Usage: app-sim clean [-hV]");
  }

  @Test
  void completion_knowsCommandsAndOptions() {
    assertThat(Ran.shown("completion")).contains("complete -F", "serve", "--pool-size");
  }

  @Test
  void version_tellsProgramAndJdk() {
    assertThat(Ran.shown("--version").lines())
        .hasSizeGreaterThan(1)
        .first()
        .asString()
        .startsWith("Cloakroom ");
  }
}
