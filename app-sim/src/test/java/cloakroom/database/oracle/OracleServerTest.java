package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import cloakroom.database.EnvironmentException;
import cloakroom.database.StartedDatabase;
import cloakroom.oracle.OracleSyntax;
import cloakroom.platform.Variables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import oracle.jdbc.OracleConnection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything about the Oracle in a container but the container. */
@Tag("full")
final class OracleServerTest {
  private static final String SECRET = "marker-7391-secret";
  private static final Map<String, String> REUSE = Map.of(Variables.ORACLE_REUSE, "true");
  private static final String IMAGE = OracleSettings.DEFAULT_IMAGE;

  private final CompletableFuture<Void> unwanted = new CompletableFuture<>();
  private final List<String> progress = new ArrayList<>();

  private static OracleSettings settings(Map<String, String> options, String password) {
    Map<String, String> environment = new HashMap<>(options);
    environment.put(Variables.PASSWORD, password);
    return OracleSettings.of(environment::get, 0);
  }

  private StartedDatabase start(FakeOracle oracle, Map<String, String> options) {
    return oracle.start(settings(options, SECRET), unwanted, progress::add);
  }

  private StartedDatabase start(FakeOracle oracle) {
    return start(oracle, Map.of());
  }

  private EnvironmentException failure(FakeOracle oracle, Map<String, String> options) {
    EnvironmentException failure =
        catchThrowableOfType(EnvironmentException.class, () -> start(oracle, options));
    assertThat(failure.getMessage()).doesNotContain(SECRET, oracle.administratorsPassword(), "\n");
    return failure;
  }

  @Test
  void start_makesTheUserAndLeavesTheAdministratorsPasswordBehind() throws Exception {
    FakeOracle oracle = FakeOracle.ready();
    try (StartedDatabase server = start(oracle)) {
      assertThat(server.url()).isEqualTo("jdbc:oracle:thin:@//127.0.0.1:32768/freepdb1");
      assertThat(server.user()).isEqualTo("cloakroom");
      assertThat(server.password().reveal()).isEqualTo(SECRET);
      server.connect().close();
      assertThat(oracle.logons())
          .containsExactly("sys [sysdba] " + server.url(), "cloakroom [] " + server.url());
      assertThat(oracle.isClosed()).isFalse();
    }
    assertThat(oracle.isClosed()).isTrue();
    assertThat(oracle.administratorsPassword()).isNotEqualTo(SECRET);
    assertThat(progress).hasSize(1).first().asString().contains(IMAGE);
  }

  @Test
  void administratorsLogon_isTheDriversProperty() {
    assertThat(OracleServer.AS_SYSDBA)
        .containsOnlyKeys(OracleConnection.CONNECTION_PROPERTY_INTERNAL_LOGON);
  }

  @Test
  void provision_isOfOraclesWordsAndNamesOnly() {
    FakeOracle oracle = FakeOracle.ready();
    start(oracle).close();

    assertThat(oracle.statements())
        .contains("create user cloakroom identified by \"" + SECRET + "\" quota unlimited on users")
        .contains("grant cloakroom_monitor to cloakroom", "alter session set container = CDB$ROOT")
        .anyMatch(text -> text.contains("dbms_connection_pool.start_pool"))
        .anyMatch(text -> text.contains("shared_servers = 10"));
    assertThat(oracle.statements())
        .filteredOn(text -> !text.startsWith("create user"))
        .allSatisfy(text -> assertThat(OracleSyntax.errors(text)).isEmpty());
  }

  @Test
  void whatCannotBeHad_isNotedAndTheRestIsThere() {
    FakeOracle oracle =
        FakeOracle.ready().failing("dbms_connection_pool", 900).failing("v_$session", 900);
    start(oracle).close();

    assertThat(String.join("\n", progress))
        .contains(
            "\nwithout the server's metrics: sql/oracle/admin/04",
            "\nwithout connects of type pooled: sql/oracle/admin");
    assertThat(progress).hasSize(3);
    assertThat(oracle.statements()).anyMatch(text -> text.contains("shared_servers = 10"));
  }

  private static FakeOracle notStarting(String log, String why) {
    return FakeOracle.writing(log).failingToStart(new IllegalStateException(why));
  }

  static Stream<Arguments> failures() {
    String password = "Oracle password: " + SECRET + "\n";
    return Stream.of(
        arguments(
            FakeOracle.writing(
                "one\ntwo\n\n" + password + "SHM is too small\ncontainer exits with 1"),
            Map.of(OracleSettings.START_TIMEOUT, "60m"),
            "the container of "
                + IMAGE
                + " ended while Oracle started in it; its last lines: Oracle password: (hidden) |"
                + " SHM is too small | container exits with 1"),
        arguments(
            FakeOracle.writing("still unpacking"),
            Map.of(OracleSettings.START_TIMEOUT, "1s"),
            "Oracle in "
                + IMAGE
                + " was not ready after 1 s: allow more with CLOAKROOM_ORACLE_START_TIMEOUT;"
                + " its last lines: still unpacking"),
        arguments(
            notStarting("", "no such image"),
            REUSE,
            "cannot start a container of "
                + IMAGE
                + " (no such image); choose another image with"
                + " CLOAKROOM_ORACLE_IMAGE"),
        arguments(
            notStarting("no memory, " + SECRET, "exit 1"),
            Map.of(),
            "cannot start a container of "
                + IMAGE
                + " (exit 1); choose another image with"
                + " CLOAKROOM_ORACLE_IMAGE; its last lines: no memory, (hidden)"),
        arguments(
            FakeOracle.ready().failing("create user", 900),
            Map.of(),
            "Oracle in "
                + IMAGE
                + " refuses: ORA-00900: create user cloakroom identified by"
                + " \"(hidden)\" quota unlimited on users; its last lines: CONTAINER: starting"
                + " up... | DATABASE IS READY TO USE!"),
        arguments(
            FakeOracle.writing("exit 1"),
            REUSE,
            "the container of "
                + IMAGE
                + " ended while Oracle started in it; its last lines: exit 1; its container stays"
                + " for the next command with CLOAKROOM_ORACLE_REUSE: docker rm -f 0123456789ab removes it"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failedStart_isToldInOneLineWithoutAPassword_andLeavesNoContainer(
      FakeOracle oracle, Map<String, String> options, String message) {
    assertThat(failure(oracle, options)).hasMessage(message);
    assertThat(oracle.isClosed()).isNotEqualTo(options.equals(REUSE));
  }

  @Test
  void startThatNobodyWantsAnyMore_endsAndRemovesTheContainer() throws Exception {
    FakeOracle oracle = FakeOracle.writing("still unpacking");
    CompletableFuture<EnvironmentException> failed =
        CompletableFuture.supplyAsync(() -> failure(oracle, Map.of()));
    oracle.awaitStart();

    unwanted.complete(null);

    assertThat(failed.get()).hasMessageStartingWith("the start of Oracle was given up");
    assertThat(oracle.isClosed()).isTrue();
  }

  @Test
  void listenerThatLearnsLate_isAskedAgain() {
    FakeOracle oracle = FakeOracle.ready().failingLogons(2, 12514);
    start(oracle).close();

    assertThat(oracle.logons()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1017, 28000})
  void logonThatNeverWorks_isTriedOnce(int code) {
    FakeOracle oracle = FakeOracle.ready().failingLogons(2, code);

    assertThat(failure(oracle, Map.of())).hasMessageContaining("ORA-%05d".formatted(code));
    assertThat(oracle.logons()).hasSize(1);
  }

  @Test
  void interrupt_endsTheWaitForTheListener() {
    FakeOracle oracle = FakeOracle.ready().failingLogons(2, 12514);
    Thread.currentThread().interrupt();
    try {
      assertThat(failure(oracle, Map.of())).hasMessageContaining("ORA-12514");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(oracle.logons()).hasSize(1);
  }

  @Test
  void reusedContainer_isFoundByAnybodyWithThePassword_andWhatItLacksIsMade() {
    FakeOracle first = FakeOracle.ready().failing("grant create session", 900);
    FakeOracle second = FakeOracle.ready().failing("create user", 1920);
    failure(first, REUSE);
    start(second, REUSE).close();

    assertThat(second.settings().reuse()).isTrue();
    assertThat(second.administratorsPassword()).isEqualTo(first.administratorsPassword());
    assertThat(second.statements())
        .noneMatch(text -> text.startsWith("create user"))
        .contains("grant cloakroom_monitor to cloakroom")
        .anyMatch(text -> text.startsWith("grant create session"))
        .anyMatch(text -> text.contains("dbms_connection_pool.start_pool"))
        .anyMatch(text -> text.contains("shared_servers = 10"));
    FakeOracle other = FakeOracle.ready();
    start(other).close();
    assertThat(other.administratorsPassword())
        .as("otherwise SYS's is random")
        .isNotEqualTo(first.administratorsPassword());
  }

  private void assertRefused(Map<String, String> options, String password, String... words) {
    assertThatThrownBy(() -> settings(options, password))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContainingAll(words)
        .hasMessageNotContaining(String.valueOf(password));
  }

  @Test
  void passwordOfNoUse_isRefusedUnseen() {
    Map<String, String> xe = Map.of(OracleSettings.IMAGE, "gvenzl/oracle-xe:21-slim");
    String most = "\u00e9".repeat(15);

    assertRefused(REUSE, null, "CLOAKROOM_ORACLE_REUSE needs CLOAKROOM_DB_PASSWORD");
    assertRefused(Map.of(), "a\"b", "double quote");
    settings(xe, most);
    settings(Map.of(), most + "x");
    assertRefused(
        xe,
        most + "x",
        "CLOAKROOM_DB_PASSWORD has 31 bytes, and Oracle XE takes 30 at most: set a shorter",
        "CLOAKROOM_ORACLE_IMAGE");
  }

  @Test
  void randomPassword_liesInAFileThatGoesWithTheServer() throws Exception {
    StartedDatabase server =
        FakeOracle.ready().start(settings(Map.of(), null), unwanted, progress::add);
    Path file = Path.of(server.facts().get("passwordFile").toString());

    assertThat(file).hasContent(server.password().reveal());
    assertThat(server.facts().values().toString()).doesNotContain(server.password().reveal());
    assertThat(server.client().getValue())
        .startsWith("sqlplus cloakroom@//127.0.0.1:32768/freepdb1 ")
        .contains(file.toString());
    server.close();
    assertThat(Files.exists(file.getParent())).isFalse();
  }

  @Test
  void unexpectedEnd_isToldWithTheLastLine_andAnAskedOneIsNot() throws Exception {
    FakeOracle oracle = FakeOracle.ready();
    try (StartedDatabase server = start(oracle)) {
      CompletableFuture<String> unasked = server.onUnexpectedEnd();
      oracle.die("ORA-00603: killed, password " + SECRET);
      assertThat(unasked.get())
          .startsWith("its container ended; ")
          .endsWith("| ORA-00603: killed, password (hidden)");
    }
    FakeOracle other = FakeOracle.ready();
    StartedDatabase server = start(other);
    CompletableFuture<String> asked = server.onUnexpectedEnd();
    server.close();
    other.die("bye");
    assertThat(asked).isNotDone();
  }
}
