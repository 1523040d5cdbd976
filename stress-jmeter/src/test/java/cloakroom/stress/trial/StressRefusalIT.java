package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.cli.RunCommand;
import cloakroom.stress.process.SharedDatabase;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.EmptyInstallation;
import cloakroom.stress.settings.RunOptions;
import cloakroom.stress.settings.StressJar;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that are rejected with exit code 2, or stopped before they measure, with 3. */
class StressRefusalIT {
  private static final String TWINS = "../app-sim/src/test/resources/bc4j/twins.xcfg";

  private final String user = SharedDatabase.user();
  @TempDir private Path out;

  private String[] on(String url) {
    return ("--policies sticky --users 2 --iterations 1 --quiet --url " + url + " --user " + user)
        .split(" ", -1);
  }

  @Test
  void passwordNotInTheEnvironment_isReadFromTheTerminalAndNotShown() throws Exception {
    RunnerProcess runner = RunnerProcess.startAtTerminal(out, on(SharedDatabase.url()));
    runner.awaitOutput("Password of " + user + ": ");

    runner.type("wrong-5521-marker");

    assertThat(runner.exitCode()).isEqualTo(2);
    assertThat(runner.output()).contains(user).doesNotContain("wrong-5521-marker");
  }

  @Test
  void databaseThatDoesNotExist_isRefused() throws Exception {
    String other = SharedDatabase.url().replaceFirst("/cloakroom$", "/cloakroom_2");
    RunnerProcess runner =
        RunnerProcess.start(
            out, Map.of("CLOAKROOM_DB_PASSWORD", SharedDatabase.PASSWORD), on(other));

    assertThat(runner.exitCode()).isEqualTo(2);
    assertThat(runner.errors()).singleElement().asString().contains("cloakroom_2");
    assertThat(runner.descendants()).isEmpty();
    assertThat(runner.output()).isEmpty();
  }

  @Test
  void check_json_hasEachItem() throws Exception {
    String schema = " --schema none_here --json";
    RunnerProcess runner = RunnerProcess.check(out, on(SharedDatabase.url() + schema));

    assertThat(runner.exitCode()).as(runner.errors().toString()).isEqualTo(2);
    JsonNode result = new ObjectMapper().readTree(runner.output());
    assertThat(result.path("possible").booleanValue()).isFalse();
    assertThat(result.path("items"))
        .anySatisfy(
            item -> {
              assertThat(item.path("severity").textValue()).isEqualTo("ERROR");
              assertThat(item.path("subject").textValue()).isEqualTo("tables");
              assertThat(item.path("text").textValue()).startsWith("CLOAKROOM_OBJECTS, PS_TXN");
            });
  }

  /** The first lock stops the check of the database, the second the install. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "lock table cloakroom.employees",
        "select pg_advisory_xact_lock(hashtext('cloakroom install'))"
      })
  void terminate_runThatWaitsForALock_endsAllItStarted(String lock) throws Exception {
    String url = SharedDatabase.url();
    String schema = lock.startsWith("lock") ? "" : " --install-schema --schema interrupted";
    try (Connection other = DriverManager.getConnection(url, user, SharedDatabase.PASSWORD);
        Statement statement = other.createStatement()) {
      statement.setQueryTimeout((int) TimeUnit.MINUTES.toSeconds(RunnerProcess.MINUTES));
      other.setAutoCommit(false);
      statement.execute(lock);
      RunnerProcess runner =
          RunnerProcess.start(
              out, Map.of("CLOAKROOM_DB_PASSWORD", SharedDatabase.PASSWORD), on(url + schema));
      statement.execute(await("exists (select from pg_locks where not granted)"));
      List<ProcessHandle> started = runner.descendants();

      runner.signal("TERM");

      assertThat(runner.exitCode()).isEqualTo(3);
      assertThat(runner.errors()).last().asString().endsWith("interrupted: nothing was measured");
      started.forEach(process -> process.onExit().join());
      other.rollback();
      statement.execute(
          await(
              "not exists (select from pg_stat_activity where application_name like 'cloakroom-%')"));
    }
  }

  private static String await(String condition) {
    return "do $$ begin while not ("
        + condition
        + ") loop perform pg_stat_clear_snapshot(); end loop; end $$";
  }

  /** Runs in this process, with the real tier. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--policies=sticky --set=jbo.nonsense=1 | variant 'sticky': unknown setting jbo.nonsense:",
        "--bc4j=no/such.xcfg --am-config=A | variant 'A': no/such.xcfg: cannot be read: no such file",
        "--bc4j="
            + TWINS
            + " --am-config=B | variant 'B': "
            + TWINS
            + " has no configuration B; it has:",
        "--pool=bath --policies=sticky | variant 'sticky': --pool bath: must be one of hikari,",
        "--db-rtt=1ms --policies=sticky --url=jdbc:postgresql://a,b/hr | variant 'sticky': no relay for",
        "--validation=idle --policies=sticky | variant 'sticky': validation idle: UCP validates every borrow",
        "--variant=stateless --set=jbo.doconnectionpooling=perhaps | variant 'stateless': jbo.doconnectionpooling=perhaps"
      })
  void check_optionsThatTheTierRejects_hasItsMessage(String arguments, String line) {
    RunOptions options = EmptyInstallation.options((arguments + " --out=" + out).split(" ", -1));

    assertThatThrownBy(
            () ->
                RunCommand.checks(new StressJar(Path.of("target").toAbsolutePath()))
                    .check(options, options.variants, Optional.empty(), false))
        .isInstanceOf(StressFailure.class)
        .hasMessageStartingWith(line)
        .message()
        .hasLineCount(1);
  }
}
