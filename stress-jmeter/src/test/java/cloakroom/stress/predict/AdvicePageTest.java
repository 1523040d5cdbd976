package cloakroom.stress.predict;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.PolicyEffects;
import cloakroom.contract.PolicyEffects.Loss;
import cloakroom.stress.folder.TierSettings;
import cloakroom.stress.predict.AdvicePage.AdviceRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sticky policy with recycle threshold 10, two root modules and 40 users. */
final class AdvicePageTest {
  private static final String NEED =
      "21 connections (2 module pools x 10 instances + 1 reserved for snapshots)";

  private static List<String> effects(Loss loss, String store, long nodes, long connections) {
    TierSettings settings =
        new TierSettings(
            Map.of(TierSettings.THRESHOLD, "10", TierSettings.AVAILABLE, "25"),
            new PolicyEffects(false, loss == Loss.EACH_REQUEST, false, false, true, true, loss));
    AdviceRequest request =
        new AdviceRequest(
            PredictionCommand.MAPPER.createObjectNode(),
            settings,
            store,
            2,
            40,
            nodes,
            connections,
            "errors < 1%",
            "run");
    return new AdvicePage(request, List.of()).effects();
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
}
