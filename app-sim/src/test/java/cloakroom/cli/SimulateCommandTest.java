package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class SimulateCommandTest {
  private static final String SETUP =
      """
      {"policy":"release-passivate","settings":{"jbo.recyclethreshold":"5"},"store":"ps-txn",
       "users":20,"nodes":2,"connections":20,"thinkMs":300,"thinkKind":"constant","rttMs":0,
       "tierProcessors":2,"databaseProcessors":2}""";

  private static final String QUESTION =
      """
      {"measured":%s,"asked":%s,"cycle":[{"name":"change","roundTrips":4,"ends":false},
       {"name":"commit","roundTrips":5,"ends":true}],"seconds":20,"seed":1,
       "figures":{"response.mean":5,"cpuMicrosPerRequest.tier":500,
       "cpuMicrosPerRequest.database":300,"throughputPerSecond":100}}""";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int simulate(String question) {
    byte[] bytes = question.getBytes(StandardCharsets.UTF_8);
    return AppSim.configured(new CommandLine(new SimulateCommand(new ByteArrayInputStream(bytes))))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute();
  }

  @Test
  void question_isAnsweredWithWhatThePoolWouldDo() throws Exception {
    assertThat(simulate(QUESTION.formatted(SETUP, SETUP))).as(err.toString()).isZero();

    JsonNode answer = new ObjectMapper().readTree(out.toString());
    assertThat(answer.at("/predicted/response/mean").asDouble()).isBetween(4.0, 6.5);
    assertThat(answer.at("/predicted/counts/snapshotWritesLevelZero").asLong()).isPositive();
    assertThat(answer.path("heapMegabytes").isNull()).isTrue();
    assertThat(answer.path("notes")).isNotEmpty();
  }

  @Test
  void several_areAnsweredInTheirOrder_alsoWhereOneCannotBe() throws Exception {
    String good = QUESTION.formatted(SETUP, SETUP);
    String bad = QUESTION.formatted(SETUP, SETUP.replace("ps-txn", "shelf"));
    assertThat(simulate("[" + bad + "," + good + "]")).as(err.toString()).isZero();

    JsonNode answers = new ObjectMapper().readTree(out.toString());
    assertThat(answers).hasSize(2);
    assertThat(answers.path(0).path("refused").asText()).startsWith("store shelf: choose");
    assertThat(answers.at("/1/predicted/response/mean").asDouble()).isPositive();
  }

  @Test
  void wrongQuestion_isRefusedInOneLine() {
    assertThat(simulate("{\"users\":")).isEqualTo(2);
    assertThat(simulate(QUESTION.formatted(SETUP, SETUP.replace("ps-txn", "shelf")))).isEqualTo(2);
    assertThat(simulate(QUESTION.formatted(SETUP, SETUP.replace("release-passivate", "slow"))))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("not a valid request: ")
        .contains("store shelf: choose one of ps-txn, ps-txn-classic, file, memory")
        .contains("unknown policy slow; the policies are: ")
        .hasLineCount(3);
  }
}
