package cloakroom.stress.folder;

import static cloakroom.stress.folder.VariantCost.DatabaseCost.CONNECTIONS_HELD;
import static cloakroom.stress.folder.VariantCost.DatabaseCost.LOG_FLUSHES;
import static cloakroom.stress.folder.VariantCost.DatabaseCost.ROUND_TRIPS;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.VariantCost.Counted;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class VariantCostTest {
  private static Counted counted(String transaction, String request, long trips) {
    return new Counted(transaction, request, Map.of(ROUND_TRIPS, trips));
  }

  private static final VariantCost COST =
      VariantCost.of(
          Stream.of(
                  (";open;40 ;open;2 ;open;4 page;change;99 page;commit;99 page;change;99"
                          + " page;commit;99 page;change;8 page;commit;6 page;change;10"
                          + " page;commit;6 other;save;20")
                      .split(" ", -1))
              .map(request -> request.split(";", -1))
              .map(parts -> counted(parts[0], parts[1], Long.parseLong(parts[2])))
              .toList());

  private static String of(VariantCost.RequestCost kind) {
    var trips = kind.costs().get(ROUND_TRIPS);
    return "%s %d: %.0f %.0f-%.0f"
        .formatted(
            kind.request(), kind.requests(), trips.getAverage(), trips.getMin(), trips.getMax());
  }

  @Test
  void kinds_countTheLaterHalfOfTheirRequests() {
    assertThat(COST.kinds().stream().map(VariantCostTest::of))
        .containsExactly(
            "open 2: 3 2-4", "change 2: 9 8-10", "commit 2: 6 6-6", "save 1: 20 20-20");
  }

  @Test
  void transaction_isTheSumOfItsRequestsAndTransactionsWeighTheSame() {
    assertThat(COST.figures())
        .containsEntry("perTransaction.roundTrips", (15.0 + 20.0) / 2)
        .containsEntry("perRequest.roundTrips", (8.0 + 6 + 10 + 6 + 20) / 5);
  }

  @Test
  void requestThatIsNotInEachTransaction_countsAsOftenAsItWasThere() {
    VariantCost cost =
        VariantCost.of(
            Stream.of("change", "change", "change", "change", "rollback", "change", "change")
                .map(request -> counted("page", request, 6))
                .toList());

    assertThat(cost.figures()).containsEntry("perTransaction.roundTrips", (3 * 6 + 6) / 3.0);
  }

  @Test
  void figures_ofAGauge_areTheMaximumOfAllRequests() {
    VariantCost cost =
        VariantCost.of(
            Stream.of(9L, 3L, 7L, 5L)
                .map(held -> new Counted("page", "change", Map.of(CONNECTIONS_HELD, held)))
                .toList());

    assertThat(cost.figures())
        .as("of the later half")
        .containsEntry("counted.connectionsHeld", 7.0);
  }

  @Test
  void planWithoutTransactions_hasFiguresOfRequestsAlone() {
    VariantCost cost = VariantCost.of(List.of(counted("", "read", 1), counted("", "write", 4)));

    assertThat(cost.figures().get("perTransaction.roundTrips")).isNaN();
    assertThat(cost.figures()).containsEntry("perRequest.roundTrips", 2.5);
  }

  @Test
  void whatNobodyTells_isNoNumber() {
    assertThat(COST.kinds().get(0).costs()).doesNotContainKey(LOG_FLUSHES);
    assertThat(COST.figures().get("perTransaction.logFlushes")).isNaN();
    assertThat(VariantCost.UNKNOWN.figures().values()).allMatch(figure -> figure.isNaN());
  }
}
