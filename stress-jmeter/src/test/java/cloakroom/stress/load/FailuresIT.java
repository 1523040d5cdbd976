package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.load.Samples.Row;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a misbehaving tier looks like in the files of a trial: 3 users, 2 iterations. */
final class FailuresIT {
  private static final int REQUESTS = 3 * (2 + 2 * 2 * 2 + 1);

  @TempDir private Path out;
  private StubTier tier;

  @BeforeEach
  void start() throws Exception {
    tier = new StubTier();
  }

  @AfterEach
  void stop() {
    tier.close();
  }

  private JsonNode trial(int port) throws Exception {
    return trial(port, REQUESTS);
  }

  private JsonNode trial(int port, int requests) throws Exception {
    try (EngineProcess engine =
        EngineProcess.start(
            out, port, "-Jusers=3", "-Jiterations=2", "-Jthink_ms=20", "-Jramp_s=0")) {
      assertThat(engine.exitCode()).isEqualTo(1);
      JsonNode finished = engine.events().get(engine.events().size() - 1);
      assertThat(finished.get("requests").asInt()).isEqualTo(requests);
      return finished;
    }
  }

  private List<Row> requests() throws Exception {
    return Samples.requests(out.resolve("samples.jtl"));
  }

  private List<Row> failed() throws Exception {
    return requests().stream().filter(row -> !row.succeeded()).toList();
  }

  private static Predicate<StubTier.Seen> valueStartsWith(String prefix) {
    return seen -> seen.value().startsWith(prefix);
  }

  @Test
  void lostPendingChange_failsTheCommitAsStateLostAndNothingAfterIt() throws Exception {
    tier.loses(valueStartsWith("u2-d-0-").or(valueStartsWith("u3-e-1-")));

    JsonNode finished = trial(tier.port());

    assertThat(finished.get("errors").asInt()).isEqualTo(2);
    assertThat(failed())
        .extracting(Row::label)
        .containsExactlyInAnyOrder("departments commit", "employees commit");
    assertThat(failed())
        .allSatisfy(
            row -> {
              assertThat(row.get("failureMessage"))
                  .matches("stateLost: \\w+ commit does not show \"u[23]-[de]-[01]-\\d{6}\"");
              assertThat(row.get("responseCode")).isEqualTo("200");
              assertThat(row.get("tierError")).isEmpty();
            });
  }

  @Test
  void lostCommittedValue_failsTheNextChangeAsStateLost() throws Exception {
    tier.loses(seen -> seen.path().equals("/departments/commit") && seen.session().equals("s1"));

    trial(tier.port());

    assertThat(failed()).hasSize(1);
    assertThat(failed().get(0).label()).isEqualTo("departments change");
    assertThat(failed().get(0).get("failureMessage"))
        .startsWith("stateLost: departments change does not start from \"u");
  }

  @Test
  void refusedCommit_carriesTheTiersKindAndAccusesNobodyOfLostState() throws Exception {
    tier.refuses(
        seen -> seen.path().equals("/departments/commit") && seen.session().equals("s1"),
        new StubTier.Refusal(503, "checkoutTimeout", "sessionDead"));

    trial(tier.port());

    assertThat(failed())
        .hasSize(2)
        .allSatisfy(
            row -> {
              assertThat(row.label()).isEqualTo("departments commit");
              assertThat(row.get("responseCode")).isEqualTo("503");
              assertThat(row.get("tierError")).isEqualTo("checkoutTimeout");
              assertThat(row.get("errorClass")).isEqualTo("sessionDead");
              assertThat(row.get("failureMessage")).isEqualTo("not the departments page");
            });
    assertThat(Samples.read(out.resolve("samples.jtl")).stream().filter(Row::isTransaction))
        .hasSize(12)
        .allMatch(row -> row.get("tierError").isEmpty() && row.get("errorClass").isEmpty())
        .filteredOn(row -> !row.succeeded())
        .hasSize(2);
  }

  @Test
  void commitInDoubt_isRolledBackAndNoValueButTheTwoIsRight() throws Exception {
    Predicate<StubTier.Seen> commit = seen -> seen.path().equals("/departments/commit");
    Predicate<StubTier.Seen> third = seen -> seen.session().equals("s3");
    Predicate<StubTier.Seen> itsFirst =
        third.and(seen -> tier.count(commit.and(third)) == 1); // and is made and answered
    tier.doubts(commit.and(itsFirst.negate()), seen -> !seen.session().equals("s2"));
    tier.loses(third.and(seen -> seen.path().equals("/departments/rollback")));

    trial(tier.port(), REQUESTS + 5);

    assertThat(failed())
        .filteredOn(row -> row.label().equals("departments commit"))
        .hasSize(5)
        .allMatch(row -> row.get("tierError").equals("commitInDoubt"));
    assertThat(failed())
        .filteredOn(row -> !row.label().equals("departments commit"))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row.get("failureMessage"))
                    .startsWith("stateLost: departments rollback shows neither \"u"));
    assertThat(requests()).filteredOn(row -> row.label().equals("departments rollback")).hasSize(5);
  }

  @Test
  void refusedChangeAndRefusedOpen_accuseNobodyOfLostState() throws Exception {
    tier.refuses(
        seen ->
            (seen.path().equals("/employees/change") && seen.session().equals("s1"))
                || (seen.path().equals("/departments") && seen.user().equals("2")),
        new StubTier.Refusal(500, "activation"));

    trial(tier.port());

    assertThat(failed())
        .hasSize(3)
        .allMatch(row -> row.get("tierError").equals("activation"))
        .noneMatch(row -> row.get("failureMessage").startsWith("stateLost"));
    assertThat(tier.seen).noneMatch(seen -> seen.value().contains("$"));
  }

  @Test
  void unreachableTier_failsEveryRequestAndAccusesNobodyOfLostState() throws Exception {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }

    trial(closed);

    assertThat(requests())
        .hasSize(REQUESTS)
        .noneMatch(Row::succeeded)
        .allMatch(row -> row.get("responseCode").startsWith("Non HTTP response code: "))
        .noneMatch(row -> row.get("failureMessage").startsWith("stateLost"));
  }

  /**
   * The tier stands still for a second. A closed plan can show this much of it: the request that
   * each user has under way takes the second, in service time and in response time. It cannot show
   * the requests that an open stream of users would have sent meanwhile: a user who waits for an
   * answer sends nothing, so 3 of 33 requests are slow here however long the second was felt.
   * Response and service time part in a closed plan only where the generator itself is late.
   */
  @Test
  void tierThatStallsForASecond_slowsWhatEveryUserWasDue() throws Exception {
    tier.stalls(seen -> seen.value().startsWith("u1-d-1-"), 1000);

    try (EngineProcess engine =
        EngineProcess.start(
            out, tier.port(), "-Jusers=3", "-Jiterations=2", "-Jthink_ms=100", "-Jramp_s=0")) {
      assertThat(engine.exitCode()).isZero();
    }

    assertThat(requests()).hasSize(REQUESTS).allMatch(row -> row.response() >= row.service());
    assertThat(requests().stream().filter(row -> row.response() >= 800)).hasSize(3);
    assertThat(EngineIT.total(out.resolve("response.hlog")).getMaxValue())
        .isGreaterThanOrEqualTo(1000);
  }
}
