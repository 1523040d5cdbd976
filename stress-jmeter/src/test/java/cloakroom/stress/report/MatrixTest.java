package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.SyntheticRun;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MatrixTest extends PrintedRun {
  @Test
  void summary_probes_holdsTheirVerdicts() throws IOException {
    print(SyntheticRun.stateKinds(folder, List.of("sticky", "release-in-memory")));
    JsonNode trial = trial(2);
    assertThat(trial.at("/stateKinds/temporaryRows").toString())
        .isEqualTo("{\"kept\":3,\"lost\":197,\"leaked\":40,\"refused\":0,\"failed\":0}");
    assertThat(trial.at("/errors/stateLost").asInt()).isEqualTo(240 + 237 + 237 + 235 + 240);
  }

  @Test
  void trialsOfAVariant_areAddedUp() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder).plan("state-kinds");
    run.trial("sticky").load(10, 0).probes("upload", 10, 0, 0, 0);
    run.trial("sticky").load(10, 0).probes("upload", 5, 4, 1, 0);
    RunSummary summary = print(run);
    assertThat(Headline.matrix(summary))
        .containsExactly("sticky: kept 75 %; leaked upload 1 of 20; lost upload 4 of 20");
    assertThat(text("report.html"))
        .contains("kept 15, lost 4, leaked 1, refused 0, failed 0 of 20");
  }

  @Test
  void anyOtherFailedRequest_isAFailure() {
    SyntheticRun run = SyntheticRun.in(folder).plan("state-kinds");
    run.trial("sticky")
        .load(10, 0)
        .probes("upload", 10, 2, 0, 0)
        .rows(
            rows -> {
              rows.get(10).label = "clear upload";
              rows.get(11).label = "clear upload";
              rows.get(10).fail("500", "");
            });
    RunSummary summary = print(run);
    assertThat(summary.failures()).isEqualTo(1);
    assertThat(Reports.exitCode(summary)).isEqualTo(1);
    assertThat(console(summary)).containsPattern("failed, 2 of them verdicts of\\s+probes");
  }
}
