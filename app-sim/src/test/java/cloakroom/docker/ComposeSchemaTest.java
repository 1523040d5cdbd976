package cloakroom.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The compose file against the published schema of the Compose Specification. */
final class ComposeSchemaTest {
  /** Its own name is a relative one; nothing is fetched from here. */
  private static final SchemaLocation BASE = SchemaLocation.of("https://example.org/schema/");

  private static JsonSchema schema() throws IOException {
    try (InputStream in =
        ComposeSchemaTest.class.getResourceAsStream("/compose-spec/compose-spec.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(BASE, DockerFolder.JSON.readTree(in));
    }
  }

  private static Set<ValidationMessage> faults(JsonNode compose) throws IOException {
    return schema().validate(compose);
  }

  @Test
  void composeFile_followsTheSpecification() throws Exception {
    assertThat(faults(DockerFolder.compose())).isEmpty();
  }

  @Test
  void misspeltKeyAndWrongType_areFound() throws Exception {
    JsonNode compose = DockerFolder.compose();
    ObjectNode postgres = (ObjectNode) compose.at("/services/postgres");
    postgres.put("helthcheck", "none");
    assertThat(faults(compose).toString()).contains("helthcheck");

    compose = DockerFolder.compose();
    ((ObjectNode) compose.at("/services/postgres")).put("volumes", 3);
    assertThat(faults(compose).toString()).contains("volumes");
  }
}
