package cloakroom.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.study.StudyCard.Ratio;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Param;

/** A card names parameters of its benchmark by their text. */
final class S1CardsTest {
  static Stream<StudyCard> cards() {
    return Stream.of(
        S1Cards.S1B, S1Cards.S1C, S1Cards.S1D, S1Cards.S1E, S1Cards.S1F, S1Cards.S1G, S1Cards.S1I);
  }

  private static Map<String, List<String>> parameters(StudyCard card) {
    Map<String, List<String>> values = new HashMap<>();
    for (Field field : card.benchmark().getFields()) {
      if (field.isAnnotationPresent(Param.class)) {
        values.put(field.getName(), List.of(field.getAnnotation(Param.class).value()));
      }
    }
    return values;
  }

  @ParameterizedTest
  @MethodSource("cards")
  void everyRatio_isMeasuredInTheLongForm(StudyCard card) {
    Map<String, List<String>> run = parameters(card);
    run.putAll(card.parameters());
    run.putAll(card.full());
    assertThat(card.ratios()).isNotEmpty().allSatisfy(ratio -> assertMeasured(ratio, run));
  }

  @ParameterizedTest
  @MethodSource("cards")
  void aRatio_isMeasuredInTheShortForm(StudyCard card) {
    Map<String, List<String>> run = parameters(card);
    run.putAll(card.parameters());
    assertThat(card.ratios()).anySatisfy(ratio -> assertMeasured(ratio, run));
  }

  private static void assertMeasured(Ratio ratio, Map<String, List<String>> run) {
    for (Map<String, String> side : List.of(ratio.above(), ratio.below())) {
      assertThat(run.keySet()).containsAll(side.keySet());
      side.forEach((name, value) -> assertThat(run.get(name)).contains(value));
    }
  }

  @ParameterizedTest
  @MethodSource("cards")
  void xAxis_isAParameterOfNumbers(StudyCard card) {
    if (card.xParameter() != null) {
      List<String> values = new ArrayList<>(parameters(card).get(card.xParameter()));
      values.addAll(card.full().getOrDefault(card.xParameter(), List.of()));
      assertThat(values).allSatisfy(value -> assertThat(Double.valueOf(value)).isPositive());
    }
  }
}
