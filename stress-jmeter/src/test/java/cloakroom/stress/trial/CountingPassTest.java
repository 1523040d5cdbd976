package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.contract.NodeReport;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.options.Think;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountingPassTest {
  @TempDir private Path folder;
  private final Deque<Optional<NodeReport>> tier = new ArrayDeque<>();
  private final Deque<OptionalLong> flushes = new ArrayDeque<>();

  private void counted(long trips, long sent, long received, long flushed) {
    counted(trips, sent, received, flushed, 0, 0);
  }

  private void counted(long trips, long sent, long received, long flushed, long read, long held) {
    Map<String, Long> counters = new HashMap<>(Map.of("snapshotWrites", 3L, "snapshotReads", read));
    counters.putAll(Map.of("databaseRoundTrips", trips, "databaseBytesSent", sent));
    counters.put("databaseBytesReceived", received);
    Map<String, Long> gauges = Map.of("connectionsHeld", held, "maxConnectionsInUse", 5L);
    tier.add(Optional.of(report(counters, gauges)));
    flushes.add(flushed < 0 ? OptionalLong.empty() : OptionalLong.of(flushed));
  }

  private static NodeReport report(Map<String, Long> counters, Map<String, Long> gauges) {
    return new NodeReport("sticky", "ucp", 10, "", null, "", 0, counters, null, gauges, null);
  }

  private CountingPass pass() {
    return new CountingPass(tier::remove, flushes::remove);
  }

  private String written(CountingPass pass) throws Exception {
    Path file = folder.resolve("round-trips.csv");
    pass.write(file, "sticky, more");
    return Files.readString(file);
  }

  private static void answered(CountingPass pass, String transaction, String request) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    pass.on(json.objectNode().put("transaction", transaction).put("request", request));
  }

  @Test
  void on_request_getsTheIncreaseSinceThePreviousOne() throws Exception {
    counted(30, 3000, 9000, 7);
    counted(34, 3100, 9500, 7, 2, 4);
    counted(42, 3400, 9900, 8, 2, 4);
    tier.add(Optional.empty()); // busy: asked again
    counted(42, 3400, 9900, 8, 2, 3);
    CountingPass pass = pass();
    answered(pass, "", "open");
    answered(pass, "both", "change");
    answered(pass, "both", "commit");

    assertThat(written(pass).lines())
        .containsExactly(
            "variant,transaction,request,roundTrips,logFlushes,bytesSent,bytesReceived,"
                + "snapshotWrites,snapshotReads,connectionsHeld,connectionsInUse",
            "\"sticky, more\",,open,4,0,100,500,0,2,4,5",
            "\"sticky, more\",both,change,8,1,300,400,0,0,4,5",
            "\"sticky, more\",both,commit,0,0,0,0,0,0,3,5");
  }

  @Test
  void flushes_notReported_stayEmpty() throws Exception {
    counted(1, 0, 0, -1);
    counted(2, 9, 9, -1);
    CountingPass pass = pass();
    answered(pass, "", "open");

    assertThat(written(pass)).endsWith(",,open,1,,9,9,0,0,0,5\n");
  }

  @Test
  void tierWithoutRoundTrips_isRejected() {
    tier.add(Optional.of(report(Map.of("requests", 7L), Map.of())));
    flushes.add(OptionalLong.of(0));

    assertThatThrownBy(this::pass)
        .isInstanceOf(StressFailure.class)
        .hasMessage("the tier does not report its counters of round trips");
  }

  @Test
  void tierWithoutReport_isReadAFewTimes() {
    for (int i = 0; i < 5; i++) {
      tier.add(Optional.empty());
    }

    assertThatThrownBy(this::pass).hasMessage("the tier does not report its counters");
  }

  @Test
  void variant_isCountedBehindARelayWithoutWhatTakesTime() {
    assertThat(counted(Map.of("db-rtt", "5ms", "db-jitter", "1ms", "page-wait", "28ms", "a", "b")))
        .isEqualTo(Map.of("db-rtt", "0", "a", "b"));
    assertThat(counted(Map.of("think", "0ms~uniform")))
        .as("users take turns even if they do not think")
        .isEqualTo(Map.of("db-rtt", "0", "think", "1ms", "pending-time", "1ms"));
  }

  private static Map<String, String> counted(Map<String, String> choices) {
    Think usual = Think.parse("300ms");
    return CountingPass.counted(new Variant("a", "sticky", choices), usual).choices().all();
  }
}
