package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cloakroom.connection.ResetLevel;
import cloakroom.options.NodeOptions;
import cloakroom.platform.Names;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.stream.Stream;
import org.eclipse.jetty.util.VirtualThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong command lines: one error line, and nothing is opened. */
final class ServeCommandTest {
  private static final String URL = "jdbc:postgresql://127.0.0.1:1/nowhere";

  private static String failureOf(String... args) {
    return Ran.failureOf(
        Stream.concat(Stream.of("serve"), Arrays.stream(args)).toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --policy=stickyy          | unknown policy stickyy    | release-in-memory
          --pool=hickory            | --pool hickory            | must be one of hikari, ucp, agroal, dbcp2, none
          --pool-size=0             | --pool-size 0             | from 1 to 10000
          --pool-size=1             | --pool-size 1: --store ps-txn-classic | 2 or more
          --pool-min=201            | pool minimum 201          | from 0 to the size, 200
          --set=jbo.ampool.initpoolsize=100 | --pool-size 200: jbo.ampool.initpoolsize=100 needs 201 connections (2 module pools x 100 instances + 1 reserved for snapshots) | a pool size of 201 or more
          --pool-size=many          | --pool-size many          | must be a whole number
          --pool-wait=1ms           | wait time PT0.001S        | at least 250 ms
          --reset-level=soap            | --reset-level soap            | must be one of none, rollback, full
          --validation=often        | --validation often        | must be one of always, idle
          --validation=idle         | validation idle: UCP  | or pool hikari
          --codec=morse             | unknown codec 'morse'     | xml, binary
          --store=cellar            | --store cellar            | ps-txn, ps-txn-classic, file, memory
          --store=file              | --store file needs        | --store-dir
          --store-dir=/tmp          | --store ps-txn-classic    | for --store file
          --db-rtt=far              | --db-rtt far              | none, 0 or a duration such as 200us
          --db-rtt=2m               | round trip                | from 0 to 60 s
          --db-jitter=1ms           | --db-jitter               | requires --db-rtt
          --store-fsync=perhaps     | --store-fsync perhaps     | must be true or false
          --page-wait=11s           | --page-wait 11s           | must not exceed 10s
          --page-cpu=1h             | --page-cpu 1h             | must not exceed 10s
          --page-cpu=fast           | 'fast' is not a duration  | 300ms
          --state-size=4kb          | --state-size 4kb          | 2k to 1m
          --state-size=1k           | --state-size 1k           | or 0 for the page's own
          --app=shop.yaml           | application shop.yaml     | hr, typical or the path of a file
          --prepare-session=much    | --prepare-session much    | none, context
          --set=jbo.nothing=1       | unknown setting jbo.nothing | 'config'
          --bc4j=src/test/resources/bc4j/twins.xcfg | several configurations | a.Module/Local
          --am-config=Local         | --am-config Local         | --bc4j FILE
          --port=70000              | --port 70000              | 0 to 65535
          --admin-port=-1           | --admin-port -1           | 0 to 65535
          --admin-host=0.0.0.0      | --admin-host 0.0.0.0      | CLOAKROOM_ADMIN_TOKEN
          --otlp=localhost:4318     | --otlp localhost:4318     | such as http://127.0.0.1:4318/v1/metrics
          --otlp=http://a b/        | --otlp http://a b/        | such as http://127.0.0.1:4318/v1/metrics
          --otlp=http://me:pw@host/ | --otlp with a user        | OTEL_EXPORTER_OTLP_HEADERS
          --threads=green           | --threads green           | platform or virtual
          --max-threads=0           | --max-threads 0           | 1 to 10000
          --max-sessions=0          | --max-sessions 0          | from 1 to
          --session-timeout=0s      | --session-timeout         | must be above 0
          --stop-within=0s          | --stop-within             | at least 1s
          --sticky                  | unknown option            | --policy
          --polcy=sticky            | unknown option            | did you mean --policy?
          --hygiene=full            | --hygiene was renamed     | use --reset-level
          --beside=x                | unknown option            | choose from
          """)
  void wrongValue_isNamedWithItsChoices(String option, String value, String choices) {
    assertThat(failureOf("--url", URL, option))
        .startsWith("app-sim serve: ")
        .contains(value, choices);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --url=jdbc:postgresql://one:1,two:2/hr       | one:1,two:2/hr       | one host
          --url=jdbc:oracle:thin:@tcps://ora:2484/X    | ora:2484             | one host
          --url=jdbc:postgresql://a/b --db-jitter=2ms  | jitter of            | the round trip
          """)
  void distance_needsAWayThatCanBeRelayed(String options, String value, String rule) {
    String[] all =
        Stream.concat(Stream.of("--db-rtt=1ms"), Arrays.stream(options.split(" +")))
            .toArray(String[]::new);
    assertThat(failureOf(all)).contains(value, rule);
  }

  @Test
  void relay_refusesWhatItCannotDo() {
    assertThat(Ran.failureOf("relay")).contains("--to");
    assertThat(Ran.failureOf("relay", "--to", "jdbc:postgresql://one:1,two:2/hr"))
        .contains("one:1,two:2/hr", "one host");
    assertThat(Ran.failureOf("relay", "--to", URL, "--rtt", "far"))
        .contains("--rtt far", "such as 200us");
    assertThat(Ran.failureOf("relay", "--to", URL + "?user=scott")).contains("user or password");
  }

  @Test
  void missingUrl_saysHowToGetOne() {
    assertThat(failureOf("--policy", "sticky"))
        .contains("needs --url", "jdbc:postgresql://", "'database'");
  }

  @Test
  void check_saysWhatIsWrongAndOpensNothing() {
    assertThat(Ran.shown("serve", "--validate-only", "--url", URL, "--pool", "hikari")).isEmpty();
    assertThat(failureOf("--validate-only", "--url", URL, "--pool-min", "201")).contains("201");
  }

  /** The pool of the state kinds opens with the first probe, and counts for no other plan. */
  @Test
  void check_initialInstancesThatJustFit_areAccepted() {
    String[] fitting = {"--set", "jbo.ampool.initpoolsize=100", "--pool-size", "201"};
    assertThat(
            Ran.shown(
                "serve",
                "--validate-only",
                "--url",
                URL,
                fitting[0],
                fitting[1],
                fitting[2],
                fitting[3]))
        .isEmpty();
  }

  @Test
  void portInUse_isNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertThat(failureOf("--policy=noop", "--port=0", "--admin-port=" + port))
          .contains("cannot listen", port, "0 for any");
    }
  }

  @Test
  void virtualThreads_needAJdkThatHasThem() {
    assumeFalse(
        VirtualThreads.areSupported(),
        () -> "JDK " + Runtime.version().feature() + " has virtual threads");
    assertThat(failureOf("--policy", "noop", "--threads", "virtual"))
        .contains("--threads virtual", "has no virtual threads", "need 21", "choose platform");
  }

  @Test
  void pageCpu_needsThreadsWithCpuTimeOfTheirOwn() {
    assumeTrue(VirtualThreads.areSupported(), "without virtual threads they are refused anyway");
    assertThat(failureOf("--policy=noop", "--threads=virtual", "--page-cpu=1ms"))
        .contains("--threads virtual", "--page-cpu", "choose platform");
  }

  @Test
  void choicesOfTheContract_areThoseThatTheTierTakes() {
    for (ResetLevel level : ResetLevel.values()) {
      String name = Names.words(level);
      assertThat(NodeOptions.RESET_LEVEL.kind().parse("--reset-level", name)).isEqualTo(name);
    }
  }
}
