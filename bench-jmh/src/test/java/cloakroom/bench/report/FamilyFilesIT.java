package cloakroom.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.Family.Cell;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyRun;
import cloakroom.bench.family.codec.CodecFamily;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.options.TimeValue;

/** A family from its cells to its files; a few cells, as short as they can be. */
@Tag("full")
class FamilyFilesIT {
  @TempDir private Path folder;

  @BeforeAll
  static void allowOtherBenchmarks() {
    System.setProperty("jmh.ignoreLock", "true");
  }

  /** The members that public viewers of JMH's results read. */
  private void assertThatViewersReadIt(String name, int benchmarks) throws Exception {
    JsonNode root = new ObjectMapper().readTree(folder.resolve(name).toFile());
    assertThat(root.isArray()).isTrue();
    assertThat(root).hasSize(benchmarks);
    for (JsonNode result : root) {
      assertThat(result.get("benchmark").asText()).matches("cloakroom\\.bench\\.[\\w.]+");
      assertThat(result.get("mode").asText()).isIn("thrpt", "avgt", "sample", "ss");
      assertThat(result.get("threads").asInt()).isPositive();
      assertThat(result.get("params").isObject()).isTrue();
      JsonNode metric = result.get("primaryMetric");
      assertThat(metric.get("score").asDouble()).isPositive();
      assertThat(metric.has("scoreError")).isTrue();
      assertThat(metric.get("scoreConfidence")).hasSize(2);
      assertThat(metric.get("scorePercentiles").get("50.0").asDouble()).isPositive();
      assertThat(metric.get("scoreUnit").asText()).contains("/");
      assertThat(metric.get("rawData")).as("the rounds are forks").hasSize(1);
      assertThat(result.get("secondaryMetrics").get("gc.alloc.rate.norm").get("score").asDouble())
          .isNotNegative();
    }
  }

  @Test
  void codec_isReadFromWhatJmhMeasured() throws Exception {
    Family codec = CodecFamily.of();
    List<String> some = List.of("BINARY", "XML");
    List<Cell> cells =
        codec.cells().stream()
            .filter(cell -> some.contains(cell.parameters().get("codec")))
            .toList();

    FamilyRun run =
        FamilyRun.of(
            new Family("codec", false, cells, codec.bars(), codec.remarks()),
            1,
            folder.resolve("family.log"),
            options ->
                options
                    .warmupIterations(1)
                    .warmupTime(TimeValue.milliseconds(50))
                    .measurementIterations(1)
                    .measurementTime(TimeValue.milliseconds(50)));
    FamilyResult found = run.result();
    String console =
        ResultFiles.write(folder, found, SyntheticStudies.environment(), run.jmhResults());

    assertThat(console).contains("encode", "decode", "ops/s", "binary / xml");
    assertThat(found.rows())
        .hasSize(4)
        .allSatisfy(row -> assertThat(row.figures().values()).hasSize(3).allMatch(f -> f > 0));
    assertThat(found.bars())
        .singleElement()
        .satisfies(bar -> assertThat(bar.ours().ratio()).isPositive());
    assertThatViewersReadIt("family-codec-jmh-result.json", 4);
  }
}
