package cloakroom.stress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class PairedRatioTest {
  @Test
  void ratio_isTheGeometricMeanWithStudentsInterval() {
    PairedRatio ratio =
        PairedRatio.of(List.of(100.0, 200.0, 50.0, 10.0), List.of(50.0, 50.0, 50.0, 10.0));

    // logarithms of 2: 1, 2, 0, 0; mean 0.75, deviation 0.9574, t(3) = 3.182
    assertThat(ratio.ratio()).isCloseTo(Math.pow(2, 0.75), within(1e-9));
    assertThat(ratio.high()).isCloseTo(Math.pow(2, 0.75 + 3.182 * 0.957427 / 2), within(1e-4));
    assertThat(ratio.low() * ratio.high()).isCloseTo(Math.pow(2, 1.5), within(1e-9));
  }

  @Test
  void singlePair_saysNothingOfItsSpread() {
    PairedRatio ratio = PairedRatio.of(List.of(3.0), List.of(2.0));

    assertThat(ratio.ratio()).isCloseTo(1.5, within(1e-9));
    assertThat(ratio.low()).isZero();
    assertThat(ratio.high()).isInfinite();
  }

  @Test
  void figuresWithoutPartner_areRefused() {
    assertThatThrownBy(() -> PairedRatio.of(List.of(3.0), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PairedRatio.of(List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
