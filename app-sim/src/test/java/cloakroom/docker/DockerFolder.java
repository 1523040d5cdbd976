package cloakroom.docker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files of docker/, read. */
final class DockerFolder {
  static final ObjectMapper JSON = JsonMapper.builder().build();
  static final Path HERE = Path.of("..", "docker").toAbsolutePath().normalize();

  private DockerFolder() {}

  static String text(String name) {
    try {
      return Files.readString(HERE.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A YAML file with its anchors and merges resolved; a key that comes twice is an error. */
  static JsonNode yaml(String name) {
    LoaderOptions strict = new LoaderOptions();
    strict.setAllowDuplicateKeys(false);
    return JSON.valueToTree(new Yaml(new SafeConstructor(strict)).load(text(name)));
  }

  static JsonNode compose() {
    return yaml("compose.yaml");
  }

  /** The nodes that the compose file starts. */
  static List<String> nodes() {
    return compose().get("services").properties().stream()
        .map(Map.Entry::getKey)
        .filter(name -> name.startsWith("node-"))
        .toList();
  }
}
