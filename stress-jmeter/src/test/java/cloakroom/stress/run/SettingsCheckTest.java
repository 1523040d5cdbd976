package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.measure.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SettingsCheckTest {
  private static final List<String> OFFERED = List.of("sticky", "release-in-memory", "noop");
  private static final Map<String, String> ENVIRONMENT = Map.of("CLOAKROOM_DB_PASSWORD", "geheim");

  @TempDir private Path folder;
  private Installation installation;
  private boolean asked;

  /** What the person at the terminal types when asked; null without a terminal. */
  private String typed;

  private final List<Variant> askedFor = new ArrayList<>();
  private MachineLimits limits =
      new MachineLimits(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 1L << 40);

  @BeforeEach
  void lay() throws Exception {
    Path target = Files.createDirectories(folder.resolve("stress-jmeter/target"));
    installation = new Installation(target);
    Files.createDirectories(installation.appSim().getParent());
    Files.createFile(installation.appSim());
    Files.createDirectories(installation.plans());
    Files.createFile(installation.plans().resolve("adf-session.jmx"));
    Files.createFile(installation.plans().resolve("state-kinds.jmx"));
    Files.createFile(installation.plans().resolve("upload.jmx"));
  }

  private RunSettings check(String... arguments) {
    return check(ENVIRONMENT, arguments);
  }

  private RunSettings check(Map<String, String> environment, String... arguments) {
    RunOptions options = new RunOptions();
    new CommandLine(new Mixing(options)).parseArgs(arguments);
    DatabasePasswords passwords =
        new DatabasePasswords(environment::get, user -> Optional.ofNullable(typed));
    return new SettingsCheck(installation, passwords, new Tier(), new Capacity(limits))
        .check(options);
  }

  /** Offers three policies and refuses a recycle threshold of 0. */
  private final class Tier implements TierAnswers {
    @Override
    public List<String> policies(Path appSim) {
      asked = true;
      return OFFERED;
    }

    @Override
    public Optional<String> refusal(Path appSim, Variant variant) {
      askedFor.add(variant);
      return "0".equals(variant.set().get("jbo.recyclethreshold"))
          ? Optional.of("jbo.recyclethreshold=0: too small")
          : Optional.empty();
    }
  }

  private void assertRefused(String line, String... arguments) {
    assertThatThrownBy(() -> check(arguments)).isInstanceOf(BadInput.class).hasMessage(line);
  }

  @CommandLine.Command(name = "run")
  private static final class Mixing {
    @CommandLine.Mixin private final RunOptions options;

    Mixing(RunOptions options) {
      this.options = options;
    }

    @Override
    public String toString() {
      return options.plan;
    }
  }

  @ParameterizedTest
  @CsvSource({"80, 10", "1000, 10", "1001, 11", "10000, 100"})
  void ramp_letsAHundredUsersArriveInASecond(int users, int seconds) {
    assertThat(check("--users", "" + users).load().ramp()).isEqualTo(Duration.ofSeconds(seconds));
    assertThat(check("--users", "" + users, "--ramp", "3s").load().ramp().toSeconds()).isEqualTo(3);
  }

  @Test
  void usersThatTheMachineCannotCarry_areRefusedBeforeTheStart() {
    limits =
        new MachineLimits(
            OptionalLong.of(20_000), OptionalLong.of(28_232), OptionalLong.of(32_765), 1L << 40);
    assertThat(check("--users", "19300").load().users()).isEqualTo(19_300);
    assertRefused(
        "--users 19301: the load engine needs 1 open file(s) for each, and this process may have"
            + " 20000; at most 19300 users, or raise the limit (ulimit -Hn)",
        "--users",
        "19301");
    assertThat(asked).isTrue();
  }

  @Test
  void mix_goesToPlansWithProbesOnly() {
    assertThat(check("--plan", "state-kinds", "--mix", "9").load().mix()).hasValue(9);
    assertThat(check("--plan", "state-kinds").load().mix()).isEmpty();
    assertRefused(
        "--mix 9: plan adf-session has no probes; it goes with state-kinds", "--mix", "9");
    assertRefused(
        "--mix 1001: must be a whole number from 0 to 1000", "--plan", "upload", "--mix", "1001");
  }

  @Test
  void valueThatTheTierRefuses_isRefusedBeforeTheFirstTrial() {
    assertRefused(
        "policy sticky with --vary jbo.recyclethreshold=0: jbo.recyclethreshold=0: too small",
        "--vary",
        "jbo.recyclethreshold=10,0");
    assertRefused(
        "policy noop with --set: jbo.recyclethreshold=0: too small",
        "--policies",
        "noop",
        "--set",
        "jbo.recyclethreshold=0");
  }

  @Test
  void settings_areAskedForOnceForEachPolicyAndOnlyIfThereAreAny() {
    check("--policies", "sticky,noop", "--hygiene", "none,full");
    assertThat(askedFor).isEmpty();
    check("--policies", "sticky,noop", "--hygiene", "none,full", "--vary", "jbo.a=1,2");
    assertThat(askedFor).hasSize(4);
  }

  @Test
  void defaults_areTheMainJobCompressedInTime() {
    RunSettings settings = check();

    assertThat(settings.plan().name()).isEqualTo("adf-session");
    assertThat(settings.variants())
        .extracting(Variant::name)
        .containsExactly("sticky", "release-in-memory");
    assertThat(settings.variants()).extracting(Variant::hygiene).containsOnly("rollback");
    assertThat(settings.tierOptions()).isEmpty();
    assertThat(settings.load())
        .isEqualTo(
            new RunSettings.Load(
                80,
                100,
                Duration.ofMillis(300),
                Duration.ofSeconds(10),
                Duration.ZERO,
                new WarmUp(40, 10),
                OptionalInt.empty()));
    assertThat(settings.load().transactions()).isEqualTo(16_000);
    assertThat(settings.pool()).isEqualTo(new RunSettings.Pool("ucp", 200, 0));
    assertThat(settings.database()).isEqualTo(RunSettings.Database.EMBEDDED);
    assertThat(settings.dashboard()).isTrue();
    assertThat(settings.out()).isEqualTo(installation.runs());
  }

  @Test
  void all_meansEveryPolicyOfTheTier() {
    assertThat(check("--policies", "all").variants())
        .extracting(Variant::policy)
        .isEqualTo(OFFERED);
  }

  @Test
  void warmUp_neverHasMoreUsersThanTheLoad() {
    assertThat(check("--users", "4").load().warmUp()).isEqualTo(new WarmUp(4, 10));
    assertThat(check("--users", "4", "--warm-up", "9x1").load().warmUp())
        .isEqualTo(new WarmUp(9, 1));
  }

  @Test
  void defaultPool_hasALimit() {
    assertThat(check("--users", "1000").pool().size()).isEqualTo(450);
    assertThat(check("--pool-size", "7").pool().size()).isEqualTo(7);
  }

  @Test
  void nodes_shareTheConnectionsOfTheEmbeddedDatabase() {
    RunSettings settings = check("--nodes", "3");

    assertThat(settings.nodes()).isEqualTo(new Nodes(3, true, Optional.empty()));
    assertThat(settings.pool().size()).isEqualTo(150);
    assertThat(check("--nodes", "3", "--users", "20").pool().size()).isEqualTo(80);
    assertRefused(
        "--pool-size 151: 453 connections for 3 nodes, but the embedded database has 450 for all;"
            + " at most 150 for each",
        "--nodes",
        "3",
        "--pool-size",
        "151");
    assertThat(check("--nodes", "3", "--pool-size", "151", "--url", "jdbc:postgresql://h/d").pool())
        .extracting(RunSettings.Pool::size)
        .isEqualTo(151);
  }

  @Test
  void killAndAffinity_needAChoiceOfNodes() {
    assertThat(check("--nodes", "2", "--no-affinity", "--kill-node", "10s").nodes())
        .isEqualTo(new Nodes(2, false, Optional.of(Duration.ofSeconds(10))));
    assertRefused("--no-affinity: needs --nodes 2 or more", "--no-affinity");
    assertRefused("--kill-node 0ms: must be longer than 0ms", "--nodes", "2", "--kill-node", "0ms");
    assertRefused(
        "--kill-node 1441m: must not exceed 24 hours", "--nodes", "2", "--kill-node", "1441m");
  }

  @Test
  void overridesAndJavaOptions_areKept() {
    RunSettings settings =
        check("--set", "jbo.a=1", "--set", "jbo.b=x=y", "--java-options", " -Xmx1g  -ea ");

    assertThat(settings.variants().get(0).set())
        .isEqualTo(Map.of("jbo.a", "1", "jbo.b", "x=y"))
        .isEqualTo(settings.variants().get(1).set());
    assertThat(settings.javaOptions()).containsExactly("-Xmx1g", "-ea");
  }

  @Test
  void settingsOfOurOwn_mayBeSetToo() {
    assertThat(check("--set", "cloakroom.ampool.maxwait=5").variants().get(0).set())
        .containsEntry("cloakroom.ampool.maxwait", "5");
  }

  @Test
  void hygieneAndVariedValues_multiplyThePolicies() {
    RunSettings settings =
        check(
            "--policies", "sticky", "--hygiene", "none,full", "--vary", "jbo.recyclethreshold=1,2");

    assertThat(settings.varied().values()).containsExactly("1", "2");
    assertThat(settings.variants())
        .extracting(Variant::name)
        .containsExactly(
            "sticky/none/recyclethreshold=1",
            "sticky/none/recyclethreshold=2",
            "sticky/full/recyclethreshold=1",
            "sticky/full/recyclethreshold=2");
  }

  @Test
  void variedSetting_mustNotBeFixedAsWell() {
    assertRefused(
        "--vary jbo.x: --set fixes its value; leave one of them out",
        "--set",
        "jbo.x=1",
        "--vary",
        "jbo.x=1,2");
  }

  @Test
  void optionsOfTheTier_arePassedOnOnlyWhenGiven() {
    assertThat(check("--store", "file", "--codec", "xml").tierOptions())
        .isEqualTo(Map.of("store", "file", "codec", "xml"));
    assertThat(check("--validation", "idle", "--internal-pool-size", "3").tierOptions())
        .isEqualTo(Map.of("validation", "idle", "internal-pool-size", "3"));
    assertThat(
            check("--fetch-size", "50", "--read-timeout", "90s", "--drcp-purity", "new")
                .tierOptions())
        .isEqualTo(Map.of("fetch-size", "50", "read-timeout", "90s", "drcp-purity", "new"));
  }

  @Test
  void planOfProbes_hasDefaultsOfItsOwn() {
    RunSettings settings = check("--plan", "state-kinds", "--policies", "sticky");

    assertThat(settings.load())
        .isEqualTo(
            new RunSettings.Load(
                80,
                3,
                Duration.ofMillis(20),
                Duration.ofSeconds(2),
                Duration.ZERO,
                WarmUp.NONE,
                OptionalInt.empty()));
    assertThat(settings.variants())
        .extracting(Variant::name)
        .containsExactly("sticky/none", "sticky/full");
  }

  @Test
  void optionThatIsGiven_winsOverThePlansDefault() {
    List<String> given = new ArrayList<>(List.of("--plan", "state-kinds", "--iterations", "7"));
    given.addAll(List.of("--think", "1s", "--ramp", "4s", "--warm-up", "2x1"));
    given.addAll(List.of("--policies", "sticky", "--hygiene", "rollback"));
    RunSettings settings = check(given.toArray(String[]::new));

    assertThat(settings.load())
        .isEqualTo(
            new RunSettings.Load(
                80,
                7,
                Duration.ofSeconds(1),
                Duration.ofSeconds(4),
                Duration.ZERO,
                new WarmUp(2, 1),
                OptionalInt.empty()));
    assertThat(settings.variants()).extracting(Variant::name).containsExactly("sticky");
  }

  @Test
  void existingDatabase_isTakenWithoutCredentials() {
    RunSettings.Database database =
        check("--url", "jdbc:postgresql://h/d", "--user", "me").database();

    assertThat(database.url()).isEqualTo("jdbc:postgresql://h/d");
    assertThat(database.user()).isEqualTo("me");
    assertThat(database.password().reveal()).isEqualTo("geheim");
    assertThat(database.kind()).isEqualTo("url");
    assertThat(database.install()).isFalse();
    assertThat(database.ours()).isFalse();
    assertThat(database.toString()).doesNotContain("geheim");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:oracle:thin:@//h:1521/s",
        "jdbc:oracle:thin:@h:1521/s:pooled",
        "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=s)))"
      })
  void oracle_isADatabaseThatExists(String url) {
    assertThat(check("--url", url, "--install-schema").database())
        .extracting(RunSettings.Database::url, RunSettings.Database::install)
        .containsExactly(url, true);
  }

  @Test
  void oracle_canBeStarted() {
    RunSettings.Database oracle = check(Map.of(), "--db", "oracle").database();

    assertThat(oracle.isOracleInContainer()).isTrue();
    assertThat(oracle.ours()).isTrue();
    assertThat(oracle.password().reveal()).isNotEmpty().hasSizeLessThanOrEqualTo(30);
    assertThat(check("--db", "embedded").database().isOracleInContainer()).isFalse();
  }

  @Test
  void oracle_getsTheGivenPasswordSoThatAKeptOneIsFoundAgain() {
    assertThat(check("--db", "oracle").database().password().reveal()).isEqualTo("geheim");
  }

  @Test
  void oracleThatIsKept_needsAPassword() {
    String rule =
        " needs CLOAKROOM_DB_PASSWORD: with a random password no other run could use the container";
    assertThatThrownBy(() -> check(Map.of("CLOAKROOM_ORACLE_REUSE", "true"), "--db", "oracle"))
        .isInstanceOf(BadInput.class)
        .hasMessage("CLOAKROOM_ORACLE_REUSE=true" + rule);
    System.setProperty("cloakroom.oracle.reuse", "true");
    try {
      assertThatThrownBy(() -> check(Map.of(), "--db", "oracle"))
          .isInstanceOf(BadInput.class)
          .hasMessage("-Dcloakroom.oracle.reuse=true" + rule);
      assertThat(check("--db", "oracle").database().password().reveal()).isEqualTo("geheim");
    } finally {
      System.clearProperty("cloakroom.oracle.reuse");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--db=oracle", "--url=jdbc:postgresql://h/d"})
  void passwordWithAControlCharacter_isRefused(String database) {
    assertThatThrownBy(() -> check(Map.of("CLOAKROOM_DB_PASSWORD", "ge\nheim"), database))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "CLOAKROOM_DB_PASSWORD holds a control character, such as a line end: set it without");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --users|0|--users 0: must be a whole number from 1 to 100000
          --iterations|-1|--iterations -1: must be a whole number from 1 to 1000000
          --trials|0|--trials 0: must be a whole number from 1 to 1000
          --pool-size|0|--pool-size 0: must be a whole number from 1 to 10000
          --pool-min|201|--pool-min 201: must be a whole number from 0 to 200
          --pool|c3p0|--pool 'c3p0': unknown; choose from hikari, ucp, none
          --nodes|0|--nodes 0: must be a whole number from 1 to 8
          --nodes|9|--nodes 9: must be a whole number from 1 to 8
          --kill-node|10s|--kill-node 10s: needs --nodes 2 or more, so that one is left
          --db|h2|--db 'h2': unknown; choose from embedded, oracle
          --user|me|--user me: goes with --url; a database that the runner starts has its own
          --ramp|1500ms|--ramp 1500ms: must be in whole seconds, such as 10s
          --think|1441m|--think 1441m: must not exceed 24 hours
          --set|timeout=3|--set timeout: names of settings begin with jbo. or cloakroom.
          --hygiene|half|--hygiene 'half': unknown; choose from none, rollback, full
          --hygiene|none,none|--hygiene: 'none' stands there twice; --trials repeats each variant
          --hygiene|none,|--hygiene '': unknown; choose from none, rollback, full
          --store|disk|--store 'disk': unknown; choose from ps-txn, ps-txn-classic, file, memory
          --codec|json|--codec 'json': unknown; choose from xml, binary, zstd
          --validation|never|--validation 'never': unknown; choose from always, idle
          --internal-pool-size|0|--internal-pool-size 0: must be a whole number from 1 to 10000
          --fetch-size|-1|--fetch-size -1: must be a whole number from 0 to 1000000
          --drcp-purity|pure|--drcp-purity 'pure': unknown; choose from self, new
          --vary|users=1,2|--vary users: names of settings begin with jbo. or cloakroom.
          --vary|jbo.x|--vary 'jbo.x': needs two values or more, such as jbo.x=10,20,40
          --vary|jbo.x=1|--vary 'jbo.x=1': needs two values or more, such as jbo.x=10,20,40
          --vary|jbo.x=1,|--vary 'jbo.x=1,': needs two values or more, such as jbo.x=10,20,40
          --vary|jbo.x=1,1|--vary: '1' stands there twice; --trials repeats each variant
          --policies|stiky|--policies: unknown policy 'stiky'; choose from sticky, release-in-memory, noop, or all
          --policies|noop,noop|--policies: 'noop' stands there twice; --trials repeats each policy
          --policies|noop,|--policies 'noop,': names a policy that is empty; write names with commas, or all
          --policies|''|--policies '': names a policy that is empty; write names with commas, or all
          --plan|soak|--plan soak: no such plan; choose a .jmx file or adf-session, state-kinds, upload
          --plan|no/such.jmx|--plan no/such.jmx: there is no such file
          --url|jdbc:h2:mem:x|--url jdbc:h2:mem:x: must be like jdbc:postgresql://HOST:PORT/DATABASE or jdbc:oracle:thin:@//HOST:PORT/SERVICE
          """)
  void badValue_isRefusedInOneLine(String option, String value, String line) {
    assertRefused(line, option, value);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://h/d?user=me&password=geheim",
    "jdbc:postgresql://h/d?PASSWORD=geheim",
    "jdbc:postgresql://me:geheim@h/d",
    "jdbc:oracle:thin:me/geheim@h:1521/s",
    "jdbc:oracle:thin:me/geheim@//h:1521/s"
  })
  void credentialsInTheUrl_areRefusedAndNotRepeated(String url) {
    assertRefused(
        "--url holds a user or a password: every user of the machine could read it; use --user"
            + " and CLOAKROOM_DB_PASSWORD",
        "--url",
        url);
  }

  @Test
  void passwordThatIsMissing_isAskedForOnTheTerminal() {
    typed = "eben getippt";

    for (Map<String, String> environment :
        List.of(Map.<String, String>of(), Map.of("CLOAKROOM_DB_PASSWORD", ""))) {
      assertThat(check(environment, "--url", "jdbc:oracle:thin:@//h:1521/s").database().password())
          .extracting(Secret::reveal)
          .isEqualTo("eben getippt");
    }
  }

  @Test
  void missingPassword_isNamedByItsVariable() {
    assertThatThrownBy(() -> check(Map.of(), "--url", "jdbc:postgresql://h/d", "--user", "me"))
        .hasMessage(
            "no password for database user me: set the environment variable CLOAKROOM_DB_PASSWORD,"
                + " or start from a terminal to be asked");
  }

  @Test
  void schema_isInstalledOnlyWhereItIsNot() {
    assertRefused(
        "--install-schema: goes with --url; a database that the runner starts has its schema",
        "--install-schema");
  }

  @Test
  void missingJar_isNamedWithTheWayToBuildIt() {
    Path jar = folder.resolve("other.jar");

    assertRefused(
        "--app-sim " + jar + ": there is no such file; \"mvn package -DskipTests\" builds it",
        "--app-sim",
        jar.toString());
  }

  @Test
  void folderThatCannotBeWritten_isNamed() throws Exception {
    Path out = Files.createFile(folder.resolve("file")).resolve("runs");

    assertRefused("--out " + out + ": must be a folder that can be written to", "--out", out + "");
  }

  @Test
  void tier_isAskedLast() {
    List<String> bad = new ArrayList<>(List.of("--out", folder.resolve("a/../b").toString()));
    bad.addAll(List.of("--pool", "c3p0"));

    assertThatThrownBy(() -> check(bad.toArray(String[]::new))).isInstanceOf(BadInput.class);
    assertThat(asked).isFalse();
    check();
    assertThat(asked).isTrue();
  }

  @Test
  void planFile_isNamedAfterItself() {
    Path plan = installation.plans().resolve("upload.jmx");

    assertThat(check("--plan", plan.toString()).plan())
        .isEqualTo(new RunSettings.Plan("upload", plan));
    assertThat(check("--plan", "upload").plan().name()).isEqualTo("upload");
  }
}
