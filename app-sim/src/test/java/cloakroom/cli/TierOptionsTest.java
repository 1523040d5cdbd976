package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.connection.Hygiene;
import cloakroom.connection.PoolKind;
import cloakroom.connection.Purity;
import cloakroom.connection.Validation;
import cloakroom.contract.TierOptions;
import cloakroom.state.SnapshotCodecs;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the contract offers other programs is what the tier takes. */
class TierOptionsTest {
  private static List<String> names(Enum<?>... constants) {
    return Arrays.stream(constants).map(Object::toString).toList();
  }

  @Test
  void choices_areThoseThatTheTierTakes() {
    assertThat(TierOptions.POOLS).isEqualTo(names(PoolKind.values()));
    assertThat(TierOptions.HYGIENES).isEqualTo(names(Hygiene.values()));
    assertThat(TierOptions.VALIDATIONS).isEqualTo(names(Validation.values()));
    assertThat(TierOptions.PURITIES).isEqualTo(names(Purity.values()));
    assertThat(String.join(", ", TierOptions.CODECS)).isEqualTo(SnapshotCodecs.choices());
  }
}
