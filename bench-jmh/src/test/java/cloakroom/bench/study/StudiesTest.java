package cloakroom.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyDefinition.RatioDefinition;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.study.s1.S1aConnectionPooling;
import cloakroom.bench.study.s1.S1bFetchSize;
import cloakroom.bench.study.s1.S1cStatementCache;
import cloakroom.bench.study.s1.S1dDrainedPool;
import cloakroom.bench.study.s2.S2ConnectModes;
import cloakroom.bench.study.s3.S3DriverPool;
import cloakroom.bench.study.s4.S4ReuseAgainstBorrow;
import cloakroom.bench.study.s4.S4Run;
import cloakroom.bench.study.s5.S5PolicyCycle;
import cloakroom.bench.subject.Subject;
import cloakroom.platform.Resources;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Param;

final class StudiesTest {
  private static final List<Subject> POOLS = Subject.pools(List.of());

  /** Labels of results that are no parameter of a benchmark. */
  private static final Set<String> LABELS = Set.of("clock", "way");

  static Stream<Arguments> benchmarks() {
    return Stream.of(
        study("S1a", S1aConnectionPooling.class, S1aConnectionPooling.SETS),
        study("S1b", S1bFetchSize.class, S1bFetchSize.FETCH_SIZE),
        study("S1c", S1cStatementCache.class, S1cStatementCache.CACHE),
        study("S1d", S1dDrainedPool.class, S1dDrainedPool.SETS),
        study("S1e", S1cStatementCache.class, S1cStatementCache.OVERFLOW),
        study("S1f", S1cStatementCache.class, S1cStatementCache.LITERALS),
        study("S1g", S1cStatementCache.class, S1cStatementCache.UNCACHED),
        study("S1i", S1bFetchSize.class, S1bFetchSize.MEMORY),
        study("S2", S2ConnectModes.class, S2ConnectModes.SETS),
        study("S3", S3DriverPool.class, S3DriverPool.SETS),
        study("S4", S4ReuseAgainstBorrow.class, S4Run.LOOPS),
        study("S5", S5PolicyCycle.class, S5PolicyCycle.SETS));
  }

  private static Arguments study(String id, Class<?> benchmark, StudySets sets) {
    return arguments(Studies.definitions(List.of(id)).get(0).forPools(POOLS), benchmark, sets);
  }

  /** Returns the sets of a form with the benchmark's own values for what they do not name. */
  private static List<Map<String, String>> run(Class<?> benchmark, List<Map<String, String>> sets) {
    Map<String, String> values = new HashMap<>();
    for (Field field : benchmark.getFields()) {
      if (field.isAnnotationPresent(Param.class)) {
        values.put(field.getName(), String.join(",", field.getAnnotation(Param.class).value()));
      }
    }
    return sets.stream()
        .map(
            set -> {
              Map<String, String> all = new HashMap<>(values);
              assertThat(values.keySet()).containsAll(set.keySet());
              all.putAll(set);
              return all;
            })
        .toList();
  }

  private static boolean isMeasured(RatioDefinition ratio, List<Map<String, String>> run) {
    for (Map<String, String> side : List.of(ratio.above(), ratio.below())) {
      Map<String, String> parameters = new HashMap<>(side);
      parameters.keySet().removeAll(LABELS);
      if (run.stream().noneMatch(set -> set.entrySet().containsAll(parameters.entrySet()))) {
        return false;
      }
    }
    return true;
  }

  @ParameterizedTest
  @MethodSource("benchmarks")
  void ratios_areAllInTheLongFormAndSomeInTheShortForm(
      StudyDefinition definition, Class<?> benchmark, StudySets sets) {
    assertThat(definition.ratios())
        .filteredOn(ratio -> !ratio.above().containsKey("part")) // of another benchmark
        .isNotEmpty()
        .allMatch(ratio -> isMeasured(ratio, run(benchmark, sets.of(true, POOLS))))
        .anyMatch(ratio -> isMeasured(ratio, run(benchmark, sets.of(false, POOLS))));
  }

  @ParameterizedTest
  @MethodSource("benchmarks")
  void xAxis_isAParameterOfNumbers(StudyDefinition definition, Class<?> benchmark, StudySets sets) {
    StudyDefinition.ChartDefinition chart = definition.chart();
    if (chart.isCurve()) {
      assertThat(run(benchmark, sets.of(true, POOLS)))
          .extracting(chart::x)
          .filteredOn(x -> !Double.isNaN(x)) // the driver's default
          .allMatch(x -> chart.x() == StudyDefinition.AxisScale.LOGARITHMIC ? x > 0 : x >= 0);
    }
  }

  /** JMH would run every combination; a set that runs twice has two times in a round. */
  @ParameterizedTest
  @MethodSource("benchmarks")
  void sets_haveOneValueForEachParameter_andRunOnce(
      StudyDefinition definition, Class<?> benchmark, StudySets sets) {
    for (boolean full : new boolean[] {false, true}) {
      assertThat(run(benchmark, sets.of(full, POOLS)))
          .as(definition.id())
          .doesNotHaveDuplicates()
          .allMatch(set -> set.values().stream().noneMatch(value -> value.contains(",")));
      assertThat(sets.of(full, POOLS))
          .anyMatch(set -> set.entrySet().containsAll(sets.once().entrySet()));
    }
  }

  /** Compares with the times of the sources, and with the quotients of two of them. */
  @Test
  void publishedValues_areThoseOfTheSources() {
    Map<String, Set<Double>> printed = new TreeMap<>();
    for (List<String> row : Resources.rows("cloakroom/bench/study/published.txt")) {
      String[] parts = row.get(1).split(" / ", -1);
      double below = parts.length == 1 ? 1 : Double.parseDouble(parts[1]);
      printed
          .computeIfAbsent(row.get(0), study -> new TreeSet<>())
          .add(Double.parseDouble(parts[0]) / below);
    }
    Map<String, Set<Double>> used = new TreeMap<>();
    for (StudyDefinition study : Studies.definitions(List.of())) {
      Stream.concat(
              study.ratios().stream().map(RatioDefinition::published),
              study.published().values().stream().flatMap(times -> times.values().stream()))
          .filter(value -> !value.isNaN())
          .forEach(
              value -> {
                List<Double> sources =
                    printed.getOrDefault(study.id(), Set.of()).stream()
                        .filter(each -> Math.abs(each / value - 1) < 0.01)
                        .toList();
                assertThat(sources).as("%s %s", study.id(), value).isNotEmpty();
                used.computeIfAbsent(study.id(), id -> new TreeSet<>()).addAll(sources);
              });
    }
    assertThat(used).as("each listed value is used").isEqualTo(printed);
  }

  /** The published pools did not validate, so a row that validates has no published twin. */
  @ParameterizedTest
  @ValueSource(strings = {"S1a", "S3", "S4"})
  void publishedRatio_isOfAPoolWithoutValidation(String id) {
    assertThat(Studies.definitions(List.of(id)).get(0).ratios())
        .filteredOn(ratio -> !Double.isNaN(ratio.published()))
        .isNotEmpty()
        .allSatisfy(ratio -> assertThat(ratio.below()).containsEntry("validation", "false"));
  }

  @Test
  void pools_replaceThoseOfAStudy() {
    List<Subject> pools = Subject.pools(List.of("agroal", "unpooled", "ucp"));
    StudyDefinition study = Studies.definitions(List.of("S1a")).get(0).forPools(pools);

    assertThat(S1aConnectionPooling.SETS.of(false, pools))
        .extracting(set -> set.get("subject"))
        .containsOnly("UNPOOLED", "AGROAL", "UCP")
        .hasSize(2 + 4 + 2 + 1);
    assertThat(study.ratios())
        .extracting(RatioDefinition::name)
        .contains("none / Agroal, cold", "none / UCP, filled, validated")
        .doesNotContain("none / UCP, cold")
        .doesNotHaveDuplicates();
  }

  @Test
  void ids_areThoseOfTheDocumentation() throws Exception {
    String page = Files.readString(Path.of("../docs/internals/studies.md"));

    assertThat(Studies.definitions(List.of()))
        .extracting(StudyDefinition::id)
        .hasSize(16)
        .doesNotHaveDuplicates()
        .allMatch(id -> page.contains("| " + id + " |"));
    assertThat(Studies.definitions(List.of("s1B", "S4"))).as("in any case").hasSize(2);
  }
}
