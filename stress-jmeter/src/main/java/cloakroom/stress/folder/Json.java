package cloakroom.stress.folder;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.platform.OneLine;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A part of a JSON file that knows its file and path, so that a missing value can be named. */
public record Json(String file, String path, JsonNode node) {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** Details of Java in messages of Jackson. */
  private static final String JACKSONS_WORDS =
      "^Cannot construct instance of .*, problem: | \\(index .*";

  /** Reads a whole file, whose root must be an object. */
  public static Json read(Path file, String name) {
    JsonNode root = read(file, name, JsonNode.class);
    refuseIf(!root.isObject(), "%s holds no JSON object", name);
    return new Json(name, "", root);
  }

  /** Reads a whole file as a record; what the file has in addition is left out. */
  public static <T> T read(Path file, String name, Class<T> type) {
    try {
      return MAPPER.readValue(Files.readAllBytes(file), type);
    } catch (NoSuchFileException e) {
      throw StressFailure.wrongUse(name + " is missing");
    } catch (JsonMappingException e) {
      throw StressFailure.wrongUse(
          "%s line %d: %s: %s", name, line(e), path(e), OneLine.of(e.getOriginalMessage()));
    } catch (JsonProcessingException e) {
      throw StressFailure.wrongUse("%s line %d is not valid JSON", name, line(e));
    } catch (IOException e) {
      throw StressFailure.wrongUse(name + " cannot be read: " + e.getMessage());
    }
  }

  private static int line(JsonProcessingException e) {
    return e.getLocation() == null ? 1 : e.getLocation().getLineNr();
  }

  private static String path(JsonMappingException e) {
    return e.getPath().stream()
        .map(part -> part.getFieldName() == null ? "" + part.getIndex() : part.getFieldName())
        .collect(Collectors.joining("."));
  }

  /** Returns a value of a file as JSON. */
  static Json of(String file, Object value) {
    return new Json(file, "", MAPPER.valueToTree(value));
  }

  /** Fails with one line unless the file is of this version of its schema. */
  public Json version(long schema) {
    if (whole("schema") != schema) {
      throw fault("schema", "a version this program reads (it reads " + schema + ")");
    }
    return this;
  }

  boolean has(String key) {
    return node.hasNonNull(key);
  }

  Json child(String key) {
    return new Json(file, path(key), required(key));
  }

  public List<Json> children(String key) {
    JsonNode array = required(key);
    if (!array.isArray()) {
      throw fault(key, "a list");
    }
    return IntStream.range(0, array.size())
        .mapToObj(i -> new Json(file, path(key) + "[" + i + "]", array.get(i)))
        .toList();
  }

  long whole(String key) {
    JsonNode value = required(key);
    if (!value.isIntegralNumber()) {
      throw fault(key, "a whole number");
    }
    return value.asLong();
  }

  long whole(String key, long otherwise) {
    return has(key) ? whole(key) : otherwise;
  }

  /** The number at a path of names joined by dots; not a number if there is none. */
  public double number(String dotted) {
    JsonNode value = node.at("/" + dotted.replace('.', '/'));
    return value.isNumber() ? value.asDouble() : Double.NaN;
  }

  public String text(String key) {
    JsonNode value = required(key);
    if (!value.isValueNode()) {
      throw fault(key, "a text");
    }
    return value.asText();
  }

  public String text(String key, String otherwise) {
    return has(key) ? text(key) : otherwise;
  }

  /** This object as a record whose components are its fields; what it has besides is left out. */
  <T> T as(Class<T> type) {
    return as(type, MAPPER.reader());
  }

  /** The same, and none of its components may be missing or, but for objects, nothing. */
  <T> T whole(Class<T> type) {
    return as(
        type,
        MAPPER
            .reader()
            .with(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES));
  }

  private <T> T as(Class<T> type, ObjectReader reader) {
    try {
      return reader.treeToValue(node, type);
    } catch (JsonMappingException e) {
      String why = OneLine.of(e.getOriginalMessage()).replaceFirst(JACKSONS_WORDS, "");
      throw StressFailure.wrongUse("%s: %s: %s", file, path(path(e)), why);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // a tree has been parsed already
    }
  }

  public boolean truth(String key) {
    return has(key) && node.get(key).asBoolean();
  }

  /** Every plain value below the key as text, nested names joined by dots, in the file's order. */
  public Map<String, String> flat(String key) {
    return has(key) ? child(key).flat() : new LinkedHashMap<>();
  }

  /** Every plain value of this object as text, nested names joined by dots. */
  public Map<String, String> flat() {
    return Records.flat(node);
  }

  StressFailure fault(String key, String wanted) {
    return StressFailure.wrongUse(
        "%s: %s is %s, which is not %s", file, path(key), node.get(key), wanted);
  }

  private JsonNode required(String key) {
    if (!has(key)) {
      throw StressFailure.wrongUse(file + ": " + path(key) + " is missing");
    }
    return node.get(key);
  }

  private String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
