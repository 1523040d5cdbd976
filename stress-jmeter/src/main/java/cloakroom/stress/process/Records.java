package cloakroom.stress.process;

import cloakroom.contract.TierTimes;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

public final class Records {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  static {
    JSON.configOverride(TierTimes.class)
        .setInclude(JsonInclude.Value.construct(Include.NON_NULL, Include.ALWAYS));
  }

  private Records() {}

  public static ObjectNode tree(Object record) {
    return JSON.valueToTree(record);
  }

  public static Map<String, String> flat(JsonNode object) {
    Map<String, String> all = new LinkedHashMap<>();
    flatten("", object, all);
    return all;
  }

  private static void flatten(String name, JsonNode node, Map<String, String> into) {
    if (node.isValueNode()) {
      into.put(name, node.isNull() ? "" : node.asText());
    } else if (node.isArray()) {
      into.put(name, node.toString());
    }
    String prefix = name.isEmpty() ? "" : name + ".";
    node.properties().forEach(field -> flatten(prefix + field.getKey(), field.getValue(), into));
  }

  /** Converts JSON to a record. A missing field becomes null, 0 or an empty Optional. */
  public static <T> T of(JsonNode node, Class<T> type) {
    try {
      return JSON.treeToValue(node, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a record from JSON. Throws IOException if the JSON is malformed or incomplete. */
  public static <T> T read(InputStream in, Class<T> type) throws IOException {
    return JSON.readValue(in, type);
  }
}
