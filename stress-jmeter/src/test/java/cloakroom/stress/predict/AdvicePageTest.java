package cloakroom.stress.predict;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.PolicyEffects;
import cloakroom.contract.PolicyEffects.Loss;
import cloakroom.stress.document.Block;
import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.TierSettings;
import cloakroom.stress.predict.AdvicePage.AdviceRequest;
import cloakroom.stress.predict.AdvicePage.Tried;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sticky policy with recycle threshold 10, two root modules and 40 users. */
final class AdvicePageTest {
  private static final String NEED =
      "21 connections (2 module pools x 10 instances + 1 reserved for snapshots)";

  private static AdviceRequest request(Loss loss, String store, long nodes, long connections) {
    TierSettings settings =
        new TierSettings(
            Map.of(TierSettings.THRESHOLD, "10", TierSettings.AVAILABLE, "25"),
            new PolicyEffects(false, loss == Loss.EACH_REQUEST, false, false, true, true, loss));
    ObjectNode config = PredictionCommand.MAPPER.createObjectNode();
    return new AdviceRequest(
        config, settings, store, 2, 40, nodes, connections, "errors < 1%", "run");
  }

  private static List<String> effects(Loss loss, String store, long nodes, long connections) {
    return new AdvicePage(request(loss, store, nodes, connections), List.of()).effects();
  }

  @Test
  void effects_oneConnectionTooFew_computeTheRequiredNumber() {
    assertThat(effects(Loss.NEVER, "ps-txn", 1, 20))
        .contains(
            "Each instance keeps its connection between requests: a node needs up to "
                + NEED
                + ". [documented: DG10-006]",
            "Too few connections: a node needs "
                + NEED
                + " and has 20. Requests wait up to 30 s for a connection, then they fail."
                + " [predicted below]");
  }

  @Test
  void effects_enoughConnections_reportNoShortage() {
    String tooFew = "Too few connections";

    assertThat(effects(Loss.NEVER, "ps-txn", 1, 21)).noneMatch(line -> line.startsWith(tooFew));
    assertThat(effects(Loss.NEVER, "ps-txn", 2, 42)).noneMatch(line -> line.startsWith(tooFew));
    assertThat(effects(Loss.NEVER, "memory", 1, 20)).noneMatch(line -> line.startsWith(tooFew));
    assertThat(effects(Loss.EACH_REQUEST, "ps-txn", 1, 20))
        .noneMatch(line -> line.startsWith(tooFew));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          GOOD, '',              a note,               Leave the settings as they are
          FAIR, '',              not valid: 02 at 20 %, Leave the settings as they are
          BAD,  not errors < 1%, a note,               No simulated settings meet the objective
          BAD,  not errors < 1%, not valid: 02 at 20 %, No simulated settings meet the objective
          """)
  void edge_followsTheResult(Tone edge, String missed, String note, String sentence) {
    ObjectNode response = PredictionCommand.MAPPER.createObjectNode();
    response.withArrayProperty("notes").add(note);
    response.withObject("/predicted/response").put("p95", 100);
    AdviceRequest request = request(Loss.NEVER, "ps-txn", 1, 21);
    Tried tried = new Tried("as it is", request.settings(), 21, response, 1, missed);
    Document page = new AdvicePage(request, List.of(tried)).document();

    assertThat(page.blocks().get(0))
        .isInstanceOfSatisfying(
            Block.Section.class,
            verdict -> {
              assertThat(verdict.tone()).isEqualTo(edge);
              List<String> lines = ConsoleRenderer.lines(verdict.blocks(), 160);
              assertThat(lines.get(0)).startsWith(sentence);
              assertThat(lines.contains(note)).isEqualTo(note.startsWith("not valid"));
            });
  }
}
