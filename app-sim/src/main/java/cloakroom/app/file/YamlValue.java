package cloakroom.app.file;

import cloakroom.command.Durations;
import cloakroom.platform.Names;
import cloakroom.platform.OneLine;
import com.google.errorprone.annotations.FormatMethod;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Value in a YAML file. Every method throws IllegalArgumentException with file, line and column if
 * the value violates a rule.
 *
 * @param key key of the value; null for the document and for an element of a list
 */
record YamlValue(String file, Node key, Node node) {
  private static final Pattern STANDARD =
      Pattern.compile(Pattern.quote(Tag.PREFIX) + "(str|int|float|bool|null|map|seq)");

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,59}");
  private static final String NAME_RULE =
      "must begin with a letter and have up to 60 letters, digits, _ and -";

  /** Parses a document. Its anchors are resolved. */
  static YamlValue parse(String file, String yaml) {
    try {
      return new Compose(LoadSettings.builder().build())
          .composeString(yaml)
          .map(node -> new YamlValue(file, null, node))
          .orElseThrow(() -> new IllegalArgumentException(file + ":1:1: the file is empty"));
    } catch (MarkedYamlEngineException e) {
      Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
      throw new IllegalArgumentException(
          place(file, mark) + "not valid YAML: " + OneLine.of(e.getProblem()), e);
    } catch (YamlEngineException e) {
      throw new IllegalArgumentException(
          file + ": not valid YAML: " + OneLine.of(e.getMessage()), e);
    } catch (StackOverflowError e) {
      throw new IllegalArgumentException(file + ": not valid: too many nested values", e);
    }
  }

  private static String place(String file, Optional<Mark> mark) {
    return mark.map(m -> "%s:%d:%d: ".formatted(file, m.getLine() + 1, m.getColumn() + 1))
        .orElse(file + ": ");
  }

  @FormatMethod
  IllegalArgumentException error(String form, Object... values) {
    return new IllegalArgumentException(
        place(file, node.getStartMark()) + OneLine.of(form.formatted(values)));
  }

  @FormatMethod
  void requireThat(boolean valid, String form, Object... values) {
    if (!valid) {
      throw error(form, values);
    }
  }

  /** Returns the key as a value, for errors that concern all of a mapping's entry. */
  YamlValue atKey() {
    return key == null ? this : new YamlValue(file, null, key);
  }

  private <T extends Node> T as(Class<T> type, String label) {
    String tag = node.getTag().getValue();
    requireThat(STANDARD.matcher(tag).matches(), "tag %s is not supported; remove it", tag);
    if (!type.isInstance(node) || node.getTag().equals(Tag.NULL)) {
      throw (node.getTag().equals(Tag.NULL) ? atKey() : this).error("%s is required here", label);
    }
    return type.cast(node);
  }

  String text() {
    return as(ScalarNode.class, "a text or number").getValue();
  }

  /** Returns the text if it matches a pattern. */
  String text(Pattern pattern, String what, String rule) {
    String text = text();
    requireThat(pattern.matcher(text).matches(), "%s \"%s\" %s", what, text, rule);
    return text;
  }

  int number(int min, int max) {
    String text = text();
    int number = text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
    boolean valid = number >= min && number <= max;
    requireThat(valid, "\"%s\" must be a whole number from %d to %d", text, min, max);
    return number;
  }

  Duration duration() {
    return duration(text());
  }

  Duration duration(String text) {
    String rule = "\"%s\" must be a whole number with us, ms, s, m or h (300ms, 3s)";
    requireThat(Durations.isDuration(text), rule, text);
    return Durations.parse(text);
  }

  List<YamlValue> list() {
    return as(SequenceNode.class, "a list ([A, B])").getValue().stream()
        .map(element -> new YamlValue(file, null, element))
        .toList();
  }

  private Map<String, YamlValue> entries() {
    Map<String, YamlValue> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : as(MappingNode.class, "a mapping (KEY: VALUE)").getValue()) {
      YamlValue name = new YamlValue(file, null, tuple.getKeyNode());
      YamlValue value = new YamlValue(file, tuple.getKeyNode(), tuple.getValueNode());
      boolean merges = name.text().equals("<<");
      name.requireThat(!merges, "merge keys are not supported; repeat the keys");
      boolean first = entries.put(name.text(), value) == null;
      name.requireThat(first, "\"%s\" is given twice; remove one", name.text());
    }
    return entries;
  }

  /** Returns this mapping if it has no other keys than these. */
  YamlValue only(String... keys) {
    List<String> known = List.of(keys);
    for (Map.Entry<String, YamlValue> each : entries().entrySet()) {
      String key = each.getKey();
      String near = Names.nearest(key, known).map("did you mean \"%s\"? "::formatted).orElse("");
      String rule = "unknown key \"%s\"; %schoose from %s";
      YamlValue place = each.getValue().atKey();
      place.requireThat(known.contains(key), rule, key, near, String.join(", ", keys));
    }
    return this;
  }

  Optional<YamlValue> find(String key) {
    return Optional.ofNullable(entries().get(key));
  }

  <T> T find(String key, T otherwise, Function<YamlValue, T> read) {
    return find(key).map(read).orElse(otherwise);
  }

  YamlValue require(String key) {
    return find(key).orElseThrow(() -> atKey().error("key \"%s\" is missing", key));
  }

  /** Reads a mapping whose keys are names that the file defines. Keeps their order. */
  <T> Map<String, T> named(String kind, BiFunction<String, YamlValue, T> read) {
    Map<String, T> named = new LinkedHashMap<>();
    entries()
        .forEach(
            (name, value) -> {
              value.atKey().text(NAME, kind, NAME_RULE);
              named.put(name, read.apply(name, value));
            });
    requireThat(!named.isEmpty(), "at least one %s is required", kind);
    return Collections.unmodifiableMap(named);
  }

  String name(String kind) {
    return text(NAME, kind, NAME_RULE);
  }

  /** Returns the definition with this value as its name. */
  <T> T resolve(String kind, Map<String, T> defined) {
    return resolve(kind, text(), defined);
  }

  <T> T resolve(String kind, String name, Map<String, T> defined) {
    requireOneOf(kind, name, defined.keySet());
    return defined.get(name);
  }

  String requireOneOf(String kind, String name, Collection<String> defined) {
    if (!defined.contains(name)) {
      throw error(
          "%s \"%s\" is not defined; %s",
          kind,
          name,
          Names.nearest(name, defined)
              .map("did you mean \"%s\"?"::formatted)
              .orElse(
                  defined.isEmpty()
                      ? "none is defined before"
                      : "choose from " + String.join(", ", defined)));
    }
    return name;
  }
}
