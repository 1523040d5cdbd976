package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user is told who types something wrong. */
final class AppSimTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                   | : Missing required subcommand (commands: serve, database, relay, purge, policies, config)
          databse              | : no such command or argument: databse (commands: serve, database, relay, purge, policies, config)
          database --prot=1    | ' database: Unknown option: ''--prot=1'' (options: --check, --data, --db, --db-commit, --help, --image, --json, --port, --reuse, --service, --start-timeout, --users, --version, --with-parent)'
          database --port abc  | ' database: Invalid value for option ''--port'': ''abc'' is not an int'
          database --port 65536| ' database: --port 65536 is wrong: a port is a number from 0 to 65535'
          database --db orcl   | ' database: --db orcl is wrong: choose one of embedded, oracle'
          database --image x/y | ' database: --image x/y is wrong: goes with --db oracle'
          database --db oracle --data d | ' database: --data d is wrong: goes with --db embedded; Oracle''s container is kept by --reuse'
          database --db-commit 101ms | ' database: --db-commit 101ms is wrong: at most 100ms'
          database --db oracle --db-commit 5ms | ' database: --db-commit 5ms is wrong: goes with --db embedded; Oracle has no such setting'
          database --check     | ' database: --check goes with --db oracle'
          """)
  void wrongUse_isOneLineThatNamesTheChoices(String args, String line) {
    assertThat(Ran.failureOf(args.isEmpty() ? new String[0] : args.split(" ")))
        .isEqualTo("app-sim" + line);
  }
}
