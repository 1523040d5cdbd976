package cloakroom.bench.family.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.family.http.BareServer.Bodies;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HttpCellTest {
  private static final boolean PLATFORM = false;
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration WAIT = Duration.ofMillis(5);

  private static List<Row> rows(HttpCell cell) {
    FamilyResult found = new FamilyResult("http");
    cell.rows("cell", found);
    return found.rows();
  }

  @ParameterizedTest
  @EnumSource
  void bothServers_answerTheSameRequests(Script.Kind kind) throws Exception {
    try (HttpCell cell = new HttpCell(kind)) {
      HttpCell.Server tier = TierUnderLoad.noop(PLATFORM, Duration.ZERO);
      cell.add("tier", tier);
      cell.add("bare", new BareServer(Bodies.of(tier.port()), 28, Duration.ZERO));

      cell.run(2, SHORT, SHORT);

      List<Row> rows = rows(cell);
      assertThat(rows).extracting(Row::subject).containsExactly("tier", "bare");
      assertThat(rows)
          .allSatisfy(row -> assertThat(row.figures().values()).allMatch(figure -> figure > 0));
      assertThat(cell.ratio("tier", "bare").ratio()).isBetween(0.01, 100.0);
    }
  }

  @Test
  void requestThatWaits_takesAtLeastThatLong() throws Exception {
    try (HttpCell cell = new HttpCell(Script.Kind.CHANGE_AND_COMMIT)) {
      cell.add("tier", TierUnderLoad.noop(PLATFORM, WAIT));

      cell.run(1, SHORT, SHORT);

      assertThat(rows(cell).get(0).figures().get("p50 µs")).isGreaterThan(5_000);
    }
  }

  @Test
  void stoppedServer_isAFailure() throws Exception {
    HttpCell.Server tier = TierUnderLoad.noop(PLATFORM, Duration.ZERO);
    try (LoopbackClient client = new LoopbackClient(tier.port(), 4, 1, Script.Kind.OPEN)) {
      client.run(SHORT);
      tier.close();

      assertThatThrownBy(() -> client.run(SHORT)).isInstanceOf(IOException.class);
    }
  }
}
