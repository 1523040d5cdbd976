package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import cloakroom.contract.Password;
import cloakroom.contract.Variables;
import cloakroom.database.EnvironmentException;
import cloakroom.database.StartedDatabase;
import cloakroom.database.oracle.OracleSettings.OracleImage;
import cloakroom.oracle.OracleScripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
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
  private static final String IMAGE = OracleImage.USUAL;

  private final CompletableFuture<Void> unwanted = new CompletableFuture<>();
  private final List<String> progress = new ArrayList<>();

  private OracleStart start(Map<String, String> options, String password) {
    return new OracleStart(
        OracleSettings.of(options::get, 0),
        Optional.ofNullable(password).map(Password::of),
        unwanted,
        progress::add);
  }

  private OracleStart start(Map<String, String> options) {
    return start(options, SECRET);
  }

  private OracleStart start() {
    return start(Map.of());
  }

  private static EnvironmentException failure(FakeOracle oracle, OracleStart start) {
    EnvironmentException failure =
        catchThrowableOfType(EnvironmentException.class, () -> oracle.start(start));
    assertThat(failure.getMessage()).doesNotContain(SECRET, "\n");
    oracle
        .administratorsPassword()
        .ifPresent(password -> assertThat(failure.getMessage()).doesNotContain(password));
    return failure;
  }

  @Test
  void start_makesTheUserAndLeavesTheAdministratorsPasswordBehind() throws Exception {
    FakeOracle oracle = FakeOracle.ready();
    try (StartedDatabase server = oracle.start(start())) {
      assertThat(server.url()).isEqualTo("jdbc:oracle:thin:@//127.0.0.1:32768/freepdb1");
      assertThat(server.user()).isEqualTo("cloakroom");
      assertThat(server.password().reveal()).isEqualTo(SECRET);
      server.connect().close();
      assertThat(oracle.logons())
          .containsExactly("sys [sysdba] " + server.url(), "cloakroom [] " + server.url());
      assertThat(oracle.isClosed()).isFalse();
    }
    assertThat(oracle.isClosed()).isTrue();
    assertThat(oracle.administratorsPassword().get()).isNotEqualTo(SECRET);
    assertThat(progress).hasSize(1).first().asString().contains(IMAGE);
  }

  @Test
  void provision_isOfOraclesWordsAndNamesOnly() {
    FakeOracle oracle = FakeOracle.ready();
    oracle.start(start()).close();

    assertThat(oracle.statements())
        .contains("create user cloakroom identified by \"" + SECRET + "\" quota unlimited on users")
        .contains("grant cloakroom_monitor to cloakroom", "alter session set container = CDB$ROOT")
        .anyMatch(text -> text.contains("dbms_connection_pool.start_pool"))
        .anyMatch(text -> text.contains("shared_servers = 10"));
    assertThat(oracle.statements())
        .filteredOn(text -> !text.startsWith("create user"))
        .allSatisfy(text -> assertThat(OracleScripts.check().statement(text)).isEmpty());
  }

  @Test
  void whatCannotBeHad_isNotedAndTheRestIsThere() {
    FakeOracle oracle = FakeOracle.ready().refusing("dbms_connection_pool").refusing("v_$session");
    oracle.start(start()).close();

    assertThat(String.join("\n", progress))
        .contains(
            "\nwithout the server's metrics: sql/oracle/admin/04",
            "\nwithout connects of type pooled: sql/oracle/admin");
    assertThat(progress).hasSize(3);
    assertThat(oracle.statements()).anyMatch(text -> text.contains("shared_servers = 10"));
  }

  private static FakeOracle notStarting(String log, String why) {
    return FakeOracle.saying(log).failingToStart(new EnvironmentException(why));
  }

  static Stream<Arguments> failures() {
    String password = "Oracle password: " + SECRET + "\n";
    return Stream.of(
        arguments(
            FakeOracle.saying(
                "one\ntwo\n\n" + password + "SHM is too small\ncontainer exits with 1"),
            Map.of(OracleSettings.START_TIMEOUT, "60m"),
            "the container of "
                + IMAGE
                + " ended while Oracle started in it; its last lines: Oracle password: (hidden) |"
                + " SHM is too small | container exits with 1"),
        arguments(
            FakeOracle.saying("still unpacking"),
            Map.of(OracleSettings.START_TIMEOUT, "1s"),
            "Oracle in "
                + IMAGE
                + " was not ready after 1 s: allow more with CLOAKROOM_ORACLE_START_TIMEOUT;"
                + " its last lines: still unpacking"),
        arguments(notStarting("", "cannot get the image x"), Map.of(), "cannot get the image x"),
        arguments(notStarting("", "cannot get the image x"), REUSE, "cannot get the image x"),
        arguments(
            notStarting("no memory, " + SECRET, "cannot start a container of x"),
            Map.of(),
            "cannot start a container of x; its last lines: no memory, (hidden)"),
        arguments(
            FakeOracle.ready().refusing("create user"),
            Map.of(),
            "Oracle in "
                + IMAGE
                + " refuses: ORA-00900: invalid SQL statement: create user cloakroom identified by"
                + " \"(hidden)\" quota unlimited on users"),
        arguments(
            FakeOracle.saying("exit 1"),
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
    assertThat(failure(oracle, start(options))).hasMessage(message);
    assertThat(oracle.isClosed()).isTrue();
  }

  @Test
  void noDocker_andNoReuse_areToldBeforeAnythingIsOrdered() {
    FakeOracle unreachable = FakeOracle.ready().unreachable("no Docker");
    assertThat(failure(unreachable, start())).hasMessage("no Docker");
    assertThat(unreachable.order()).isNull();
    FakeOracle single = FakeOracle.ready().notReusable("set testcontainers.reuse.enable");
    assertThat(failure(single, start(REUSE))).hasMessage("set testcontainers.reuse.enable");
    assertThat(single.order()).isNull();
  }

  @Test
  void startThatNobodyWantsAnyMore_endsAndRemovesTheContainer() throws Exception {
    FakeOracle oracle = FakeOracle.saying("still unpacking");
    CompletableFuture<EnvironmentException> failed =
        CompletableFuture.supplyAsync(() -> failure(oracle, start()));
    oracle.awaitStart();

    unwanted.complete(null);

    assertThat(failed.get()).hasMessage("the start of Oracle was given up");
    assertThat(oracle.isClosed()).isTrue();
  }

  @Test
  void listenerThatLearnsLate_isAskedAgain() {
    FakeOracle oracle = FakeOracle.ready().withLateListener(2);
    oracle.start(start()).close();

    assertThat(oracle.logons()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1017, 28000})
  void logonThatNeverWorks_isTriedOnce(int code) {
    FakeOracle oracle = FakeOracle.ready().refusingLogons(code);

    assertThat(failure(oracle, start())).hasMessageContaining("ORA-%05d".formatted(code));
    assertThat(oracle.logons()).hasSize(1);
  }

  @Test
  void interrupt_endsTheWaitForTheListener() {
    FakeOracle oracle = FakeOracle.ready().refusingLogons(12514);
    Thread.currentThread().interrupt();
    try {
      assertThat(failure(oracle, start())).hasMessageContaining("ORA-12514");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(oracle.logons()).hasSize(1);
  }

  @Test
  void reusedContainer_isFoundByAnybodyWithThePassword_andWhatItLacksIsMade() {
    FakeOracle first = FakeOracle.ready().refusing("grant create session");
    FakeOracle second = FakeOracle.ready().usedBefore();
    failure(first, start(REUSE));
    second.start(start(REUSE)).close();

    assertThat(second.order()).isEqualTo(first.order());
    assertThat(second.order().reuse()).isTrue();
    assertThat(second.administratorsPassword()).isEqualTo(first.administratorsPassword());
    assertThat(second.statements())
        .contains("select u.username from all_users u where u.username = ?")
        .noneMatch(text -> text.startsWith("create user"))
        .contains("grant cloakroom_monitor to cloakroom")
        .anyMatch(text -> text.startsWith("grant create session"))
        .anyMatch(text -> text.contains("dbms_connection_pool.start_pool"))
        .anyMatch(text -> text.contains("shared_servers = 10"));
    FakeOracle other = FakeOracle.ready();
    other.start(start()).close();
    assertThat(other.administratorsPassword())
        .as("otherwise SYS's is random")
        .isNotEqualTo(first.administratorsPassword());
  }

  private void assertRefused(Map<String, String> options, String password, String... words) {
    assertThatThrownBy(() -> start(options, password))
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
    start(xe, most);
    start(Map.of(), most + "x");
    assertRefused(
        xe,
        most + "x",
        "CLOAKROOM_DB_PASSWORD has 31 bytes, and Oracle XE takes 30 at most: set a shorter",
        "CLOAKROOM_ORACLE_IMAGE");
  }

  @Test
  void randomPassword_liesInAFileThatGoesWithTheServer() throws Exception {
    StartedDatabase server = FakeOracle.ready().start(start(Map.of(), null));
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
    try (StartedDatabase server = oracle.start(start())) {
      CompletableFuture<String> unasked = server.onUnexpectedEnd();
      oracle.die("ORA-00603: killed, password " + SECRET);
      assertThat(unasked.get()).endsWith("| ORA-00603: killed, password (hidden)");
    }
    FakeOracle other = FakeOracle.ready();
    StartedDatabase server = other.start(start());
    CompletableFuture<String> asked = server.onUnexpectedEnd();
    server.close();
    other.die("bye");
    assertThat(asked).isNotDone();
  }
}
