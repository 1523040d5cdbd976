package cloakroom.stress.settings;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.options.NodeOptions;
import cloakroom.options.Option;
import cloakroom.stress.cli.CapacityCommand;
import cloakroom.stress.cli.StressCommandLine;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.FailureCondition;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.trial.TrialSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsCheckTest {
  private static final Map<String, Function<RunSettings, Object>> SETTINGS =
      Map.ofEntries(
          entry("load", s -> s.load().toString().replaceAll("LoadSettings\\[|[a-zA-Z]+=|]", "")),
          entry("live", s -> s.output().live()),
          entry("dashboard", s -> s.output().dashboard()),
          entry("countRoundTrips", RunSettings::countRoundTrips),
          entry("plan", s -> s.plan().name()),
          entry("policies", s -> s.variants().stream().map(Variant::policy).toList()),
          entry("variants", s -> s.variants().stream().map(v -> v.choices().all()).toList()),
          entry(
              "folders",
              s -> TrialSpec.once(s.variants()).stream().map(TrialSpec::folder).toList()),
          entry("defaultPools", s -> s.defaultPools().size()),
          entry("pool-size", s -> first(s, NodeOptions.POOL_SIZE)),
          entry("nodes", s -> first(s, VariantOptions.NODES)),
          entry("no-affinity", s -> first(s, VariantOptions.NO_AFFINITY)),
          entry("tier", s -> String.join(" ", TierCommands.options(s.variants().get(0)))),
          entry("java", s -> s.options().javaOptions()),
          entry(
              "limits",
              s -> s.gate().conditions().all().stream().map(FailureCondition::text).toList()),
          entry("abortAfter", s -> s.gate().abortAfter()),
          entry("targets", RunSettings::targets),
          entry("engines", s -> s.engines().names() + " from " + s.engines().address()),
          entry("url", s -> s.database().url()),
          entry("password", s -> s.database().password().reveal()),
          entry(
              "database",
              s ->
                  String.join(
                      " ",
                      s.database().kind(),
                      s.database().user(),
                      s.database().schema().name(),
                      s.database().install().toString(),
                      s.database().serverWide() + "",
                      s.database().startedByRun() + "")));

  @TempDir private Path folder;
  private EmptyInstallation installation;

  private static <T> T first(RunSettings settings, Option<T> option) {
    return settings.variants().get(0).get(option);
  }

  @BeforeEach
  void lay() {
    installation = new EmptyInstallation(folder);
  }

  private RunSettings check(String commandLine) {
    return installation.check(commandLine);
  }

  private void assertRefused(String line, String commandLine) {
    assertThatThrownBy(() -> check(commandLine)).hasMessage(line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # the main job compressed in time, and the plan of probes; 100 users arrive in a second
          load | ''                          | 80, 100, 300ms, PT10S, 40x10
          load | --users 4 --warm-up 9x1     | 4, 100, 300ms, PT10S, 9x1
          load | --variant a:users=30        | 30, 100, 300ms, PT10S, 30x10
          load | --variant a:users=30 --variant noop | 80, 100, 300ms, PT10S, 40x10
          load | --users 1001                | 1001, 100, 300ms, PT11S, 40x10
          load | --users 10000               | 10000, 100, 300ms, PT1M40S, 40x10
          load | --ramp 3s --users 10000     | 10000, 100, 300ms, PT3S, 40x10
          load | --plan state-kinds          | 80, 3, 20ms, PT2S, 0
          load | --plan state-kinds --iterations 7 --think 1s --ramp 4s --warm-up 2x1 | 80, 7, 1s, PT4S, 2x1
          load | --think 1s~lognormal        | 80, 100, 1s~lognormal, PT10S, 40x10
          # those of the application's file, unless it is the default or the plan is the user's own
          load | --app shop.yaml             | 9, 8, 600ms~uniform, PT7S, 9x10
          load | --app shop.yaml --users 5   | 5, 8, 600ms~uniform, PT7S, 5x10
          load | --app hr                    | 80, 100, 300ms, PT10S, 40x10
          load | --app shop.yaml --plan own  | 80, 100, 300ms, PT10S, 40x10
          plan | --app shop.yaml             | shop
          plan | --app hr                    | adf-session
          plan | --app shop.yaml --plan own  | own
          plan | --app shop.yaml --plan state-kinds | state-kinds
          load | --app shop.yaml --plan state-kinds | 80, 3, 20ms, PT2S, 0
          countRoundTrips | --app shop.yaml  | true
          live | ''                          | OptionalInt[0]
          live | --live 9470                 | OptionalInt[9470]
          live | --quiet                     | OptionalInt.empty
          live | --no-live                   | OptionalInt.empty
          dashboard | ''                     | true
          countRoundTrips | --users 1000          | true
          countRoundTrips | --users 1001          | false
          countRoundTrips | --users 1001 --count-round-trips | true
          countRoundTrips | --no-count-round-trips      | false
          countRoundTrips | --plan state-kinds    | false
          countRoundTrips | --plan own --count-round-trips | true
          countRoundTrips | --targets a:8080      | false
          plan | ''                          | adf-session
          plan | --plan own                  | own
          policies | ''                      | [sticky, release-in-memory]
          policies | --policies all          | [sticky, release-in-memory, noop]
          variants | --policies noop         | [{reset-level=rollback, pool=ucp, pool-size=200, pool-min=0}]
          variants | --policies noop --set jbo.a=1 --set cloakroom.b=x=y | [{reset-level=rollback, pool=ucp, pool-size=200, pool-min=0, jbo.a=1, cloakroom.b=x=y}]
          variants | --targets a:8080,http://b:80#9 --no-affinity --pending-time 0 --users 3 | [{pool=hikari, pool-size=20, nodes=2, no-affinity=true, pending-time=0ms}]
          folders  | --policies noop,sticky  | [01-noop, 02-sticky]
          targets  | --targets a:8080,http://b:80#9 | [a:8080, b:80]
          # a pool has room for the users, and no more than the database
          pool-size | --users 1000           | 450
          pool-size | --pool-size 7          | 7
          pool-size | --nodes 3 --users 20   | 80
          pool-size | --nodes 3 --pool-size 151 --url jdbc:postgresql://h/d | 151
          pool-size | --variant a:users=90   | 220
          defaultPools | --policies sticky,noop       | 2
          defaultPools | --variant sticky --pool-size 200 | 0
          defaultPools | --variant a:pool-size=200    | 0
          defaultPools | --vary pool-size=200,201     | 0
          nodes | ''                         | 1
          nodes | --nodes 3                  | 3
          no-affinity | --nodes 3            | false
          no-affinity | --nodes 2 --no-affinity | true
          # options of the tier are passed on only when they are given
          tier | --pool-size 7               | --policy sticky --reset-level rollback --pool ucp --pool-size 7 --pool-min 0
          tier | --pool-size 7 --store file --codec xml --validation idle --internal-pool-size 3 | --policy sticky --reset-level rollback --pool ucp --pool-size 7 --pool-min 0 --store file --codec xml --validation idle --internal-pool-size 3
          tier | --pool-size 7 --statement-cache 0 --fetch-size 50 --login-timeout 5s --read-timeout 90s --drcp-class ME --drcp-purity new | --policy sticky --reset-level rollback --pool ucp --pool-size 7 --pool-min 0 --statement-cache 0 --fetch-size 50 --login-timeout 5s --read-timeout 90s --drcp-class ME --drcp-purity new
          tier | --pool-size 7 --db-rtt 200us --db-jitter 50us | --policy sticky --reset-level rollback --pool ucp --pool-size 7 --pool-min 0 --db-rtt 200us --db-jitter 50us
          tier | --pool-size 7 --db-rtt none | --policy sticky --reset-level rollback --pool ucp --pool-size 7 --pool-min 0 --db-rtt none
          java | --java-options -Xmx1g       | [-Xmx1g]
          limits | --fail-if sticky:service.p95>50ms --fail-if errors>0.1% | [sticky:service.p95>50ms, errors>0.1%]
          abortAfter | --fail-if errors>0.1% --abort-on-fail 30s | Optional[PT30S]
          # kind, user, schema, options of the tier, whether the run may order a checkpoint, and started it
          database | ''                      | embedded cloakroom cloakroom [] true true
          database | --db oracle             | oracle cloakroom '' [] true true
          database | --url jdbc:postgresql://h/d --user me | url me cloakroom [] false false
          database | --url jdbc:postgresql://h/d?currentSchema=other | url cloakroom other [] false false
          database | --url jdbc:postgresql://h/d?currentSchema=other --install-schema --scale 0.1 --schema mine --tidy | url cloakroom mine [--install-schema, --scale, 0.1] true false
          database | --targets a:8080        | unknown cloakroom cloakroom [] true false
          url | --url jdbc:postgresql://h/d  | jdbc:postgresql://h/d
          url | --install-schema --url jdbc:oracle:thin:@//h:1521/s | jdbc:oracle:thin:@//h:1521/s
          url | --url jdbc:oracle:thin:@h:1521/s:pooled | jdbc:oracle:thin:@h:1521/s:pooled
          url | --url jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=s))) | jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=s)))
          password | --url jdbc:postgresql://h/d | geheim
          password | --db oracle             | geheim
          engines | ''                       | [] from 127.0.0.1
          engines | --engine-keys none --users 3 --engines near,far:5 | [near:1099, far:5] from 10.0.0.1
          """)
  void check_options_areTheSettings(String setting, String commandLine, String value) {
    assertThat(SETTINGS.get(setting).apply(check(commandLine)))
        .hasToString(value.replace("'' ", " "));
  }

  @Test
  void check_moreUsersThanTheMachineCarries_isRejected() {
    installation.limits = new MachineLimits(20_000, 28_232, 32_765, 1L << 40);
    assertThat(check("--users 19300").load().users()).isEqualTo(19_300);
    assertRefused(
        "--users 19301: the load engine requires 1 open file(s) for each, and this process may have"
            + " 20000; at most 19300 users, or raise the limit (ulimit -Hn)",
        "--users 19301");
  }

  @Test
  void check_queriesTheTierLastAndOncePerVariantOnlyIfSettingsAreGiven() {
    assertRefused("--trials 0: must be a whole number from 1 to 1000", "--trials 0");
    assertThat(installation.queried).isFalse();
    check("--policies sticky,noop --reset-level none,full");
    assertThat(installation.queried).isTrue();
    assertThat(installation.checkedOptions).isEmpty();
    check("--policies sticky,noop --reset-level none,full --vary jbo.a=1,2");
    assertThat(installation.checkedOptions).hasSize(4);
  }

  @Test
  void command_isKeptWithTheQuotationMarksThatItNeeds() {
    assertThat(
            installation
                .check("--variant", "its: noop bc4j=\"it's#C\"", "--pool-size=7", "--think", "1s")
                .options()
                .command())
        .isEqualTo("stress.jar --variant 'its: noop bc4j=\"it'\\''s#C\"' --pool-size=7 --think 1s");
  }

  @Test
  void check_severalWordsInOneArgument_areTakenApart() {
    assertThat(installation.check("--java-options", " -Xmx1g  -ea ").options().javaOptions())
        .containsExactly("-Xmx1g", "-ea");
    RunSettings settings =
        installation.check("--variant", "a b/c, (d): sticky", "--variant", "b..: noop");
    assertThat(SETTINGS.get("folders").apply(settings)).isEqualTo(List.of("01-a-b-c-d-", "02-b.."));
  }

  @Test
  void check_oracleInContainer_needsAPasswordOnlyIfItIsKept() {
    installation.environment = Map.of();
    assertThat(check("--db oracle").database().password().reveal())
        .isNotEmpty()
        .hasSizeLessThanOrEqualTo(30);
    installation.environment = Map.of("CLOAKROOM_ORACLE_REUSE", "true");
    assertRefused(
        "CLOAKROOM_ORACLE_REUSE=true requires CLOAKROOM_DB_PASSWORD: with a random password no other"
            + " run could use the container",
        "--db oracle");
    installation.environment =
        Map.of("CLOAKROOM_ORACLE_REUSE", "true", "CLOAKROOM_DB_PASSWORD", "geheim");
    assertThat(check("--db oracle").database().password().reveal()).isEqualTo("geheim");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--db=oracle", "--url=jdbc:postgresql://h/d"})
  void check_passwordWithAControlCharacter_isRejected(String database) {
    installation.environment = Map.of("CLOAKROOM_DB_PASSWORD", "ge\nheim");
    assertRefused(
        "CLOAKROOM_DB_PASSWORD contains a control character, such as a line end: set it without",
        database);
  }

  @Test
  void check_noPassword_isTypedOrNamedByItsVariable() {
    installation.environment = Map.of();
    assertRefused(
        "no password for database user me: set the environment variable CLOAKROOM_DB_PASSWORD,"
            + " or start from a terminal to enter it",
        "--url jdbc:postgresql://h/d --user me");
    installation.typed = "eben getippt";
    for (Map<String, String> environment :
        List.of(Map.<String, String>of(), Map.of("CLOAKROOM_DB_PASSWORD", ""))) {
      installation.environment = environment;
      RunSettings settings = check("--url jdbc:oracle:thin:@//h:1521/s");
      assertThat(settings.database().password().reveal()).isEqualTo("eben getippt");
      assertThat(settings.database().toString()).doesNotContain("getippt");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --users=0|--users 0: must be a whole number from 1 to 100000
          --iterations=-1|--iterations -1: must be a whole number from 1 to 1000000
          --pool-size=0|--pool-size 0: must be a whole number from 1 to 10000
          --pool-min=201|--pool-min 201: must be a whole number from 0 to 200
          --nodes=9|--nodes 9: must be a whole number from 1 to 8
          --fault=node-kill@10s|--fault node-kill@10s of variant 'sticky': requires --nodes 2 or more, so that one is left
          --db=h2|--db h2: must be one of embedded, oracle
          --user=me|--user, --schema, --scale, --tidy and --install-schema: require --url
          --ramp=1500ms|--ramp 1500ms: must be in whole seconds, such as 10s
          --shared-rows=81|--shared-rows 81: must be a whole number from 1 to 80
          --think=1441m|--think 1441m: must not exceed 24 hours
          --set=timeout=3|--set timeout: names of settings begin with jbo. or cloakroom.
          --reset-level=half|--reset-level half: must be one of none, rollback, full
          --reset-level=none,none|--reset-level: 'none' is given twice; --trials repeats each variant
          --vary=user=1,2|--vary user: cannot differ between variants; use jbo.*, cloakroom.*, reset-level, pool, pool-size, pool-min, store, codec, validation, internal-pool-size, statement-cache, fetch-size, login-timeout, read-timeout, db-rtt, db-jitter, page-wait, page-cpu, state-size, drcp-class, drcp-purity, bc4j, nodes, no-affinity, commit-delay, fault, one-request, shared-rows, users, duration, arrivals, arrival-bursts, lull, weights, think, pending-time, requests-between
          --vary=jbo.x=1|--vary 'jbo.x=1': requires two or more values, such as jbo.x=10,20,40
          --vary=jbo.x=1,1|--vary: '1' is given twice; --trials repeats each variant
          --policies=stiky|--policies: unknown policy 'stiky'; choose from sticky, release-in-memory, noop, or all
          --policies=noop,noop|--policies: 'noop' is given twice; --trials repeats each policy
          --plan=sauk|--plan sauk: no such plan; choose a .jmx file or adf-session, mixed, open-arrivals, own, soak, state-kinds
          --plan=no/such.jmx|--plan no/such.jmx: there is no such file
          --url=jdbc:h2:mem:x|--url jdbc:h2:mem:x: must be like jdbc:postgresql://HOST:PORT/DATABASE or jdbc:oracle:thin:@//HOST:PORT/SERVICE
          --plan=open-arrivals --arrivals=0/s|--arrivals 0/s: must be a rate such as 10/s or 0.5/s
          --plan=mixed --weights=60/30/20|--weights 60/30/20: must be three whole numbers with the sum 100, such as 60/30/10
          --app=shop.yaml --plan mixed|--app shop.yaml: plan mixed has fixed pages and sessions; remove --plan, or --app
          --arrivals=10/s|--arrivals: plan adf-session does not support it; use plan open-arrivals
          --plan=soak --vary=arrivals=1/s,2/s|variant 'sticky 1/s': arrivals: plan soak does not support it; use plan open-arrivals
          --requests-between=9|--requests-between: plan adf-session does not support it; use plan state-kinds
          --plan=own --requests-between=1001|--requests-between 1001: must be a whole number from 0 to 1000
          --vary=jbo.recyclethreshold=10,0|variant 'sticky 0': jbo.recyclethreshold=0: too small
          --policies=noop --set=jbo.recyclethreshold=0|variant 'noop': jbo.recyclethreshold=0: too small
          --nodes=3 --pool-size=151|--pool-size 151: 453 connections for 3 nodes, but the embedded database has 450 for all; at most 150 for each
          --store=memory --vary=store=file,memory|--vary store: --store sets its value; remove one of them
          --store=memory,file --vary=store=file,memory|--vary store: its values are given twice; remove one of them
          --commit-delay=101ms|--commit-delay 101ms: must not exceed 100ms
          --commit-delay=soon|--commit-delay: 'soon' is not a duration: a whole number with us, ms, s, m or h (300ms, 3s, 2m)
          --commit-delay=5ms --db=oracle|--commit-delay 5ms: requires the embedded PostgreSQL of the run
          --url=jdbc:postgresql://h/d?ApplicationName=x|--url jdbc:postgresql://h/d?ApplicationName=x: ApplicationName is not supported; remove it, because each run names its sessions
          --vary=commit-delay=0ms,5ms --url=jdbc:postgresql://h/d|variant 'sticky commit 5ms': commit-delay 5ms: requires the embedded PostgreSQL of the run
          --vary=pool-size=10,20 --pool-min=15|--pool-min 15: must be a whole number from 0 to 10
          --am-config=A|--am-config A: requires --bc4j FILE
          --baseline=stiky|--baseline stiky: must be one of sticky, release-in-memory
          --no-affinity|--no-affinity: requires --nodes 2 or more
          --set=jbo.x=1 --vary=jbo.x=1,2|--vary jbo.x: --set sets its value; remove one of them
          --fail-if stiky:errors>0    | --fail-if "stiky:errors>0": there is no variant stiky; variants are sticky, release-in-memory
          --abort-on-fail 30s         | --abort-on-fail 30s: requires a --fail-if on response.*, service.*, throughputPerSecond or errors
          --abort-on-fail 30s --fail-if tier.mean>5ms | --abort-on-fail 30s: requires a --fail-if on
          --abort-on-fail 1500m --fail-if errors>5    | --abort-on-fail 1500m: must not exceed 24 hours
          --abort-on-fail 0s --fail-if errors>5 | --abort-on-fail 0ms: must be above 0
          --junit /dev/null          | --junit /dev/null: must be a regular file
          --engines a:b              | --engines a:b: must be a host or HOST:PORT (default port: 1099)
          --engines 127.0.0.1:1      | --engines 127.0.0.1:1: cannot connect (Connection refused); start one with "stress.jar engine"
          --engine-keys /k           | --engine-keys /k: requires --engines
          --targets ftp://a:1        | --targets ftp://a:1: must be like http://HOST:PORT, followed by #PORT unless its admin port is PORT + 1
          --targets a:1 --pool ucp   | --pool ucp: cannot change the running tier of --targets; remove it
          --targets a:1 --set jbo.maxpoolcookieage=1 | --set jbo.maxpoolcookieage=1: cannot change the running tier of --targets; remove it
          --targets a:1 --commit-delay 5ms | --commit-delay 5ms: cannot change the running tier of --targets; remove it
          --targets a:1 --duration 10s,20s | --duration 10s,20s: must be one value with --targets; start one run for each value
          --targets 127.0.0.1:1      | --targets 127.0.0.1:1: no counters from http://127.0.0.1:2/counters; check the admin port and CLOAKROOM_ADMIN_TOKEN
          --live 70000 | --live 70000: must be a whole number from 0 to 65535
          --live 9470 --no-live | --live 9470: cannot be combined with --no-live
          --plan state-kinds --one-request | --one-request: plan state-kinds does not support it; use plan adf-session, open-arrivals, lull-and-burst, soak, mixed
          --app-sim FOLDER/other.jar | --app-sim FOLDER/other.jar: there is no such file; "mvn package -DskipTests" builds it
          --junit FOLDER | --junit FOLDER: must be a file, not a folder
          --users 1 --engine-keys none --engines near,far:5 | --engines: 2 engines require at least as many users, not 1
          --engine-keys none --engines near,near | --engines near:1099: is given twice
          --targets a:1 --pending-time soon | --pending-time: 'soon' is not a duration
          """)
  void check_badValue_isRejected(String commandLine, String line) {
    String full = commandLine.replace("FOLDER", folder.toString());
    assertThatThrownBy(() -> check(full))
        .hasMessageStartingWith(line.replace("FOLDER", folder.toString()))
        .message()
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://h/d?user=me&password=geheim",
        "jdbc:postgresql://h/d?PASSWORD=geheim",
        "jdbc:postgresql://me:geheim@h/d",
        "jdbc:oracle:thin:me/geheim@h:1521/s",
        "jdbc:oracle:thin:me/geheim@//h:1521/s"
      })
  void check_credentialsInTheUrl_areRejectedAndNotRepeated(String url) {
    assertRefused(
        "--url contains a user or a password: every user of the machine could read it; use --user"
            + " and CLOAKROOM_DB_PASSWORD",
        "--url " + url);
  }

  @Test
  void check_files_areNamedOrMustBeWritable() throws Exception {
    Path plan = installation.jar.plans().resolve("own.jmx");
    Path file = Files.createFile(folder.resolve("file"));
    String rule = ": must be a writable folder";

    assertThat(check("--plan " + plan).plan()).isEqualTo(new RunSettings.Plan("own", plan, ""));
    assertRefused("--junit " + file + rule, "--junit " + file.resolve("junit.xml"));
    assertRefused("--out " + file.resolve("runs") + rule, "--out " + file.resolve("runs"));
    assertThat(check("--junit " + folder.resolve("results/junit.xml")).gate().junit())
        .contains(folder.resolve("results/junit.xml"));
    assertThat(folder.resolve("results")).isEmptyDirectory();
  }

  /** The last name leaves no room for the suffix of the temporary file. */
  @Test
  void check_fileThatCannotBeReplaced_isRejectedBeforeTheRun() throws Exception {
    Path earlier = Files.writeString(folder.resolve("junit.xml"), "of an earlier run");
    Path longName = folder.resolve("x".repeat(255));

    check("--junit " + earlier);
    assertThat(earlier).hasContent("of an earlier run");
    assertRefused(
        "--junit " + longName + ": cannot be written (File name too long); choose another file",
        "--junit " + longName);
    assertThat(folder).isDirectoryNotContaining("glob:**{x,probe}");
  }

  @Test
  void check_variantWithMoreUsers_leavesTheOptionsAsTyped() {
    String[] typed = {"--variant", "a: users=90"};
    RunOptions options = EmptyInstallation.options(typed);

    RunSettings settings = installation.check(options);

    assertThat(settings.load().users()).isEqualTo(90);
    assertSame(options, EmptyInstallation.options(typed));
  }

  @ParameterizedTest
  @CsvSource({
    "adf-session, 1000, 10, false",
    "adf-session --max-load 70 --iterations 7 --count-round-trips, 70, 7, true",
    "open-arrivals, 1000, 2, false",
    "open-arrivals --users 9 --ramp 3s, 9, 2, false"
  })
  void search_leavesTheOptionsAsTyped(String plan, int users, int iterations, boolean counts) {
    String[] typed = ("--slo errors<1% --plan " + plan).split(" ", -1);
    CapacityCommand command = parsed(typed);

    RunSettings settings = command.settings(installation.checks());

    assertThat(settings.load().users()).isEqualTo(users);
    assertThat(settings.load().iterations()).isEqualTo(iterations);
    assertThat(settings.load().ramp()).hasSeconds(3);
    assertThat(settings.countRoundTrips()).isEqualTo(counts);
    assertThat(settings.output().dashboard()).isFalse();
    assertSame(command.options, parsed(typed).options);
  }

  private static CapacityCommand parsed(String... typed) {
    CapacityCommand command = new CapacityCommand();
    StressCommandLine.of(command).parseArgs(typed);
    return command;
  }

  private static void assertSame(RunOptions options, RunOptions typed) {
    assertThat(options).usingRecursiveComparison().ignoringFields("spec").isEqualTo(typed);
  }

  @Test
  void engineKeys_areTheOwnersAlone(@TempDir Path home) throws Exception {
    String before = System.setProperty("user.home", home.toString());
    try {
      EngineKeys keys = EngineKeys.of(null);
      assertThat(keys.folder()).isEqualTo(home.resolve(".cloakroom/engine-keys"));
      assertThat(Files.getPosixFilePermissions(keys.file())).hasSize(2);
      FileTime made = Files.getLastModifiedTime(keys.file());
      assertThat(EngineKeys.of(null)).isEqualTo(keys);
      assertThat(Files.getLastModifiedTime(keys.file())).isEqualTo(made);
      assertThatThrownBy(() -> EngineKeys.of(home.toString()))
          .hasMessage(
              "--engine-keys " + home + ": must be a folder with rmi_keystore.jks, or none");
    } finally {
      System.setProperty("user.home", before);
    }
  }
}
