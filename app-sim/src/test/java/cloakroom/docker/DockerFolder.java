package cloakroom.docker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

final class DockerFolder {
  static final ObjectMapper JSON = new ObjectMapper();
  static final Path HERE = Path.of("..", "docker").toAbsolutePath().normalize();

  private DockerFolder() {}

  static String text(String name) {
    try {
      return Files.readString(HERE.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode yaml(String name) {
    return JSON.valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).load(text(name)));
  }

  static JsonNode services() {
    return yaml("compose.yaml").get("services");
  }

  static List<String> nodes() {
    return services().properties().stream()
        .map(Map.Entry::getKey)
        .filter(name -> name.startsWith("node-"))
        .toList();
  }
}
