package cloakroom.bench.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Checks a document against as much of JSON Schema as docs/studies.schema.json uses. */
final class SchemaCheck {
  private final JsonNode root;
  private final List<String> faults = new ArrayList<>();

  private SchemaCheck(JsonNode root) {
    this.root = root;
  }

  static List<String> faults(JsonNode schema, JsonNode document) {
    SchemaCheck check = new SchemaCheck(schema);
    check.check(schema, document, "");
    return check.faults;
  }

  private void check(JsonNode schema, JsonNode value, String path) {
    if (schema.has("$ref")) {
      check(root.at(schema.get("$ref").asText().substring(1)), value, path);
      return;
    }
    if (schema.has("type") && !typed(schema.get("type"), value)) {
      faults.add(path + " is no " + schema.get("type").asText());
      return;
    }
    if (schema.has("const") && !schema.get("const").equals(value)) {
      faults.add(path + " is not " + schema.get("const"));
    }
    if (schema.has("minimum")
        && value.isNumber()
        && value.asDouble() < schema.get("minimum").asDouble()) {
      faults.add(path + " is below " + schema.get("minimum"));
    }
    choices(schema, value, path);
    object(schema, value, path);
    for (int i = 0; schema.has("items") && i < value.size(); i++) {
      check(schema.get("items"), value.get(i), path + "/" + i);
    }
  }

  private void choices(JsonNode schema, JsonNode value, String path) {
    boolean found = !schema.has("enum");
    for (JsonNode choice : schema.path("enum")) {
      found |= choice.equals(value);
    }
    if (!found) {
      faults.add(path + " is none of " + schema.get("enum"));
    }
  }

  private void object(JsonNode schema, JsonNode value, String path) {
    if (!value.isObject()) {
      return;
    }
    for (JsonNode name : schema.path("required")) {
      if (!value.has(name.asText())) {
        faults.add(path + " has no " + name.asText());
      }
    }
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      if (value.has(property.getKey())) {
        check(property.getValue(), value.get(property.getKey()), path + "/" + property.getKey());
      }
    }
    if (schema.path("additionalProperties").isObject()) {
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        if (!schema.path("properties").has(field.getKey())) {
          check(schema.get("additionalProperties"), field.getValue(), path + "/" + field.getKey());
        }
      }
    }
  }

  private static boolean typed(JsonNode type, JsonNode value) {
    if (type.isArray()) {
      boolean any = false;
      for (JsonNode one : type) {
        any |= typed(one, value);
      }
      return any;
    }
    return switch (type.asText()) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "boolean" -> value.isBoolean();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "null" -> value.isNull();
      default -> throw new IllegalArgumentException("unknown type " + type);
    };
  }
}
