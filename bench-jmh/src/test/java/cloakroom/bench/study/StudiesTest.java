package cloakroom.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyCard.Ratio;
import cloakroom.bench.study.s1.S1aConnectionPooling;
import cloakroom.bench.study.s1.S1bFetchSize;
import cloakroom.bench.study.s1.S1cStatementCache;
import cloakroom.bench.study.s1.S1dDrainedPool;
import cloakroom.bench.study.s2.S2ConnectModes;
import cloakroom.bench.study.s3.S3DriverPool;
import cloakroom.bench.study.s5.S5PolicyCycle;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Param;

/** The list of studies, and cards that name parameters of their benchmarks by their text. */
final class StudiesTest {
  static Stream<Arguments> benchmarks() {
    return Stream.of(
        answered("S1a", S1aConnectionPooling.class),
        answered("S1b", S1bFetchSize.class),
        answered("S1c", S1cStatementCache.class),
        answered("S1d", S1dDrainedPool.class),
        answered("S1e", S1cStatementCache.class),
        answered("S1f", S1cStatementCache.class),
        answered("S1g", S1cStatementCache.class),
        answered("S1i", S1bFetchSize.class),
        answered("S2", S2ConnectModes.class),
        answered("S3", S3DriverPool.class),
        answered("S5", S5PolicyCycle.class));
  }

  private static Arguments answered(String id, Class<?> benchmark) {
    return arguments(Studies.cards(List.of(id)).get(0), benchmark);
  }

  private static List<Map<String, List<String>>> run(
      StudyCard card, Class<?> benchmark, boolean full) {
    Map<String, List<String>> values = new HashMap<>();
    for (Field field : benchmark.getFields()) {
      if (field.isAnnotationPresent(Param.class)) {
        values.put(field.getName(), List.of(field.getAnnotation(Param.class).value()));
      }
    }
    return card.sets(full).stream()
        .map(
            set -> {
              Map<String, List<String>> all = new HashMap<>(values);
              assertThat(values.keySet()).containsAll(set.keySet());
              all.putAll(set);
              return all;
            })
        .toList();
  }

  private static boolean isMeasured(Ratio ratio, List<Map<String, List<String>>> run) {
    return Stream.of(ratio.above(), ratio.below())
        .allMatch(side -> run.stream().anyMatch(set -> isMeasured(side, set)));
  }

  private static boolean isMeasured(Map<String, String> side, Map<String, List<String>> set) {
    return side.entrySet().stream()
        .allMatch(one -> set.getOrDefault(one.getKey(), List.of()).contains(one.getValue()));
  }

  @ParameterizedTest
  @MethodSource("benchmarks")
  void everyRatio_isMeasuredInTheLongForm(StudyCard card, Class<?> benchmark) {
    assertThat(card.ratios())
        .isNotEmpty()
        .allMatch(ratio -> isMeasured(ratio, run(card, benchmark, true)));
  }

  @ParameterizedTest
  @MethodSource("benchmarks")
  void aRatio_isMeasuredInTheShortForm(StudyCard card, Class<?> benchmark) {
    assertThat(card.ratios()).anyMatch(ratio -> isMeasured(ratio, run(card, benchmark, false)));
  }

  @ParameterizedTest
  @MethodSource("benchmarks")
  void xAxis_isAParameterOfNumbers(StudyCard card, Class<?> benchmark) {
    StudyCard.Chart chart = card.chart();
    if (chart.isCurve()) {
      assertThat(run(card, benchmark, true))
          .flatExtracting(set -> set.get(chart.parameter()))
          .allMatch(
              value -> {
                double place = chart.place(Map.of(chart.parameter(), value));
                return chart.x() == StudyCard.Scale.LOGARITHMIC ? place > 0 : place >= 0;
              });
    }
  }

  /** A second time in the same round would not be the other side's of that round. */
  @ParameterizedTest
  @MethodSource("benchmarks")
  void noSet_isRunTwiceInARound(StudyCard card, Class<?> benchmark) {
    for (boolean full : new boolean[] {false, true}) {
      List<Map<String, List<String>>> run = run(card, benchmark, full);
      for (int i = 0; i < run.size(); i++) {
        for (Map<String, List<String>> other : run.subList(i + 1, run.size())) {
          assertThat(run.get(i).entrySet())
              .anyMatch(one -> Collections.disjoint(one.getValue(), other.get(one.getKey())));
        }
      }
    }
  }

  @Test
  void ids_areThoseOfTheDocumentation() throws Exception {
    String page = Files.readString(Path.of("../docs/studies.md"));

    assertThat(Studies.cards(List.of()))
        .extracting(StudyCard::id)
        .hasSize(16)
        .doesNotHaveDuplicates()
        .allMatch(id -> page.contains("| " + id + " |"));
  }

  @Test
  void unknownStudy_isAnsweredWithTheChoices() {
    assertThat(Studies.cards(List.of("s1B", "S4"))).hasSize(2);
    assertThatThrownBy(() -> Studies.cards(List.of("S99")))
        .hasMessageStartingWith("unknown study S99; the studies are: [S1a, S1b,");
  }
}
