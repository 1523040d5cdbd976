package cloakroom.stress.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Checks a summary against docs/summary.schema.json. */
final class SchemaCheck {
  private SchemaCheck() {}

  static List<String> faults(JsonNode summary) throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(Files.readString(Path.of("../docs/summary.schema.json")))
        .validate(summary)
        .stream()
        .map(Object::toString)
        .toList();
  }
}
