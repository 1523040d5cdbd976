package cloakroom.stress.folder;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.PolicyEffects;
import cloakroom.contract.PolicyEffects.Loss;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes for 100 sessions of a node. */
final class TierSettingsTest {
  private static TierSettings settings(Loss loss, String threshold, String available) {
    return new TierSettings(
        Map.of(
            TierSettings.THRESHOLD,
            threshold,
            "jbo.ampool.maxpoolsize",
            "4096",
            TierSettings.AVAILABLE,
            available),
        new PolicyEffects(false, loss == Loss.EACH_REQUEST, false, false, true, true, loss));
  }

  @Test
  void loss_fewerInstancesThanSessions_isRecycledUnlessConnectionsAreReleased() {
    assertThat(settings(Loss.NEVER, "10", "25").loss(100)).isEqualTo(Loss.RECYCLED);
    assertThat(settings(Loss.NEVER, "100", "25").loss(100)).isEqualTo(Loss.NEVER);
    assertThat(settings(Loss.DISCONNECTED, "100", "25").loss(100)).isEqualTo(Loss.DISCONNECTED);
    assertThat(settings(Loss.EACH_REQUEST, "10", "25").loss(100)).isEqualTo(Loss.EACH_REQUEST);
  }

  @Test
  void sizes_fewInstances_triesOneForEachSessionAndOneForEachConnection() {
    TierSettings now = settings(Loss.NEVER, "10", "25");
    Map<String, TierSettings> ways = new LinkedHashMap<>();
    ways.put("as it is", now);
    ways.put("released", settings(Loss.EACH_REQUEST, "10", "126"));
    ways.put("the same", now);

    Map<String, TierSettings> sizes = TierSettings.sizes(ways, "ps-txn", 1, 100, 50);

    assertThat(sizes.keySet())
        .containsExactly(
            "as it is",
            "as it is, one instance per session",
            "as it is, one instance per connection",
            "released",
            "released, one instance per session");
    assertThat(sizes.get("as it is, one instance per session").since(now))
        .containsOnly(
            Map.entry(TierSettings.THRESHOLD, "100"), Map.entry(TierSettings.AVAILABLE, "100"));
    assertThat(sizes.get("as it is, one instance per connection").since(now))
        .containsEntry(TierSettings.THRESHOLD, "49");
    Map<String, TierSettings> enough = Map.of("as it is", settings(Loss.NEVER, "4096", "4096"));
    assertThat(TierSettings.sizes(enough, "ps-txn", 1, 100, 200)).isEqualTo(enough);
  }

  @ParameterizedTest
  @CsvSource({"20, ps-txn, 9", "21, ps-txn, 10", "20, memory, 10", "2, ps-txn, 1"})
  void sizes_twoPools_shareTheConnectionsOfUsers(long connections, String store, String each) {
    TierSettings now = settings(Loss.NEVER, "100", "100");

    assertThat(TierSettings.sizes(Map.of("as it is", now), store, 2, 100, connections))
        .extractingByKey("as it is, one instance per connection")
        .extracting(one -> one.all().get(TierSettings.THRESHOLD))
        .isEqualTo(each);
  }
}
