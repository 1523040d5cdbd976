package cloakroom.stress.folder;

import static cloakroom.stress.process.StressFailure.refuseIf;
import static cloakroom.stress.process.StressFailure.wrongUse;

import cloakroom.platform.OneLine;
import cloakroom.stress.process.Records;
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
import java.util.Map;
import java.util.stream.Collectors;

/** Node of a JSON file. {@code place} is its file and position, for error messages. */
public record Json(String place, JsonNode node) {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private static final String CLASSES = "^Cannot construct instance of .*, problem: | \\(index .*";

  public static Json read(Path file, String name) {
    JsonNode root = read(file, name, JsonNode.class);
    refuseIf(!root.isObject(), "%s contains no JSON object", name);
    return new Json(name, root);
  }

  public static <T> T read(Path file, String name, Class<T> type) {
    try {
      return MAPPER.readValue(Files.readAllBytes(file), type);
    } catch (NoSuchFileException e) {
      throw wrongUse(name + " is missing");
    } catch (JsonMappingException e) {
      throw wrongUse(
          "%s line %d: %s: %s", name, line(e), path(e), OneLine.of(e.getOriginalMessage()));
    } catch (JsonProcessingException e) {
      throw wrongUse("%s line %d is not valid JSON", name, line(e));
    } catch (IOException e) {
      throw wrongUse(name + " cannot be read: " + e.getMessage());
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

  Json version(long schema) {
    refuseIf(!node.hasNonNull("schema"), "%s: schema is missing", place);
    JsonNode found = node.get("schema");
    boolean other = !found.isIntegralNumber() || found.asLong() != schema;
    String form = "%s: schema is %s, which is not a version this program reads (it reads %d)";
    refuseIf(other, form, place, found, schema);
    return this;
  }

  <T> T as(Class<T> type) {
    return as(type, MAPPER.reader());
  }

  /**
   * Reads a whole file as a record. Throws StressFailure if a component is missing or a number is
   * null.
   */
  public static <T> T readStrict(Path file, long schema, Class<T> type) {
    ObjectReader strict =
        MAPPER
            .readerFor(type)
            .with(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
    return read(file, file.toString()).version(schema).as(type, strict);
  }

  private <T> T as(Class<T> type, ObjectReader reader) {
    try {
      return reader.treeToValue(node, type);
    } catch (JsonMappingException e) {
      String why = OneLine.of(e.getOriginalMessage()).replaceFirst(CLASSES, "");
      throw wrongUse("%s: %s: %s", place, path(e), why);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // a tree has been parsed already
    }
  }

  public Map<String, String> flat() {
    return Records.flat(node);
  }
}
