package cloakroom.stress.measure;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.measure.PoolSettings.Loss;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What settings mean for 100 sessions of a node. */
final class PoolSettingsTest {
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "jbo.ampool.doampooling",
          "true",
          PoolSettings.POOLING,
          "false",
          PoolSettings.LEVEL,
          "0",
          "jbo.ampool.connection_threshold",
          "0",
          PoolSettings.THRESHOLD,
          "10",
          PoolSettings.MOST,
          "4096",
          PoolSettings.AVAILABLE,
          "25");

  private static PoolSettings with(String... settings) {
    Map<String, String> all = new TreeMap<>(DEFAULTS);
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return new PoolSettings(all);
  }

  @ParameterizedTest
  @CsvSource({
    "jbo.recyclethreshold, 10, RECYCLED",
    "jbo.recyclethreshold, 100, NEVER",
    "jbo.doconnectionpooling, true, EACH_REQUEST",
    "jbo.ampool.doampooling, false, EACH_REQUEST",
  })
  void whatLivesInTheDatabaseSession_isLostWhenTheConnectionIsAnothers(
      String name, String value, Loss loss) {
    assertThat(with(name, value).loses(100)).isEqualTo(loss);
  }

  @Test
  void connectionThreshold_losesWhenTheMonitorComes() {
    PoolSettings settings =
        with(PoolSettings.THRESHOLD, "200", "jbo.ampool.connection_threshold", "20");

    assertThat(settings.loses(100)).isEqualTo(Loss.DISCONNECTED);
    assertThat(settings.releases()).isFalse();
  }

  @Test
  void neighbours_areOtherPlacesAndSizes_andNeverTheSameTwice() {
    Map<String, PoolSettings> near = with().neighbours(100, 49);

    assertThat(near.keySet())
        .containsExactly(
            "as it is",
            "as it is, room for all",
            "as it is, as the connections reach",
            "state in memory",
            "state in memory, room for all");
    assertThat(near.get("as it is, room for all").since(with()))
        .containsOnly(
            Map.entry(PoolSettings.THRESHOLD, "100"), Map.entry(PoolSettings.AVAILABLE, "100"));
    assertThat(near.get("as it is, as the connections reach").since(with()))
        .containsEntry(PoolSettings.THRESHOLD, "49");
    assertThat(near.values()).doesNotHaveDuplicates();
  }

  @Test
  void roomThatIsThere_isNotAskedForAgain() {
    PoolSettings roomy = with(PoolSettings.THRESHOLD, "4096", PoolSettings.AVAILABLE, "4096");

    assertThat(roomy.neighbours(100, 200).keySet()).containsExactly("as it is", "state in memory");
  }
}
