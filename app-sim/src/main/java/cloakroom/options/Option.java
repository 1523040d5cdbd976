package cloakroom.options;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Definition of one command-line option.
 *
 * @param key name without dashes, as on the command line
 * @param otherwise default value; null if the default depends on other options
 * @param help help text; empty if the command declares the option itself
 * @param sentence format of the label in a sentence, with %s for the value
 * @param brief format of the short label in a policy's display name, with %s for the value
 * @param values labels by value; a value without an entry is its own label
 * @param arguments converts the value to arguments for a node or the load engine
 */
public record Option<T>(
    String key,
    Place place,
    Kind<T> kind,
    T otherwise,
    String help,
    String sentence,
    String brief,
    Map<String, String> values,
    Function<T, List<String>> arguments) {
  /**
   * Component that an option configures. NODE: all nodes of a run. TIER: the nodes of one compared
   * policy. LOAD: the load engine. RUN: the whole run. OWN_DATABASE: a database that the run itself
   * starts.
   */
  public enum Place {
    NODE,
    TIER,
    LOAD,
    RUN,
    OWN_DATABASE
  }

  /** Builder of an option. {@link #help} creates the option and adds it to the option list. */
  public static final class OptionBuilder<T> {
    private final List<Option<?>> table;
    private final String key;
    private final Place place;
    private final Kind<T> kind;
    private final T otherwise;
    private String sentence;
    private String brief;
    private Map<String, String> values = Map.of();
    private Function<T, List<String>> arguments = value -> List.of();

    public OptionBuilder(
        List<Option<?>> table, String key, Place place, Kind<T> kind, T otherwise) {
      this.table = table;
      this.key = key;
      this.place = place;
      this.kind = kind;
      this.otherwise = otherwise;
      String last = key.substring(key.lastIndexOf('.') + 1);
      this.sentence = last.replace('-', ' ').replace("%", "%%") + " %s";
      this.brief = sentence;
    }

    public OptionBuilder<T> labels(String inSentence, String inName) {
      sentence = inSentence;
      brief = inName;
      return this;
    }

    public OptionBuilder<T> values(Map<String, String> labels) {
      values = labels;
      return this;
    }

    public OptionBuilder<T> passed(Function<T, List<String>> as) {
      arguments = as;
      return this;
    }

    public Option<T> help(String help) {
      Option<T> row =
          new Option<>(key, place, kind, otherwise, help, sentence, brief, values, arguments);
      table.add(row);
      return row;
    }
  }

  public String name() {
    return "--" + key;
  }

  /** Returns whether the option is a switch, which takes no value on the command line. */
  public boolean isFlag() {
    return kind.parameter().isEmpty();
  }

  public String description() {
    return otherwise == null || isFlag() || otherwise.toString().isEmpty()
        ? help
        : help.replaceFirst("\\.?$", " (default: " + kind.formatter().apply(otherwise) + ").");
  }

  public String valueLabel(String value) {
    return values.getOrDefault(value, value);
  }

  public String sentence(String value) {
    return label(sentence, valueLabel(value));
  }

  /** Returns the short label of a value; a value such as "file#name" appears as "name". */
  public String brief(String value) {
    return label(brief, isFlag() ? valueLabel(value) : value.substring(value.lastIndexOf('#') + 1));
  }

  private static String label(String form, String value) {
    return form.formatted(value).replaceFirst("^1 (\\w+)s\\b", "1 $1");
  }
}
