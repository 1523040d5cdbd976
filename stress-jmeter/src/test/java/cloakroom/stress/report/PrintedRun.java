package cloakroom.stress.report;

import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.SyntheticRun;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

abstract class PrintedRun {
  static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;

  final String text(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  final JsonNode summary() throws IOException {
    return MAPPER.readTree(text("summary.json"));
  }

  final JsonNode trial(int index) throws IOException {
    return summary().path("trials").path(index);
  }

  static RunSummary print(SyntheticRun run) {
    return Reports.write(run.write());
  }

  static String console(RunSummary run) {
    return Reports.console(run, Reports.defaultWidth(run));
  }

  /** What keeps a summary from docs/summary.schema.json. */
  static List<String> faults(JsonNode summary) throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(Files.readString(Path.of("../docs/summary.schema.json")))
        .validate(summary)
        .stream()
        .map(Object::toString)
        .toList();
  }
}
