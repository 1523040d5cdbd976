package cloakroom.options;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Row of one option.
 *
 * @param key name without dashes, on command lines, in variants and in run folders
 * @param otherwise default value; null if it depends on other options
 * @param help description; empty if the command declares the option itself
 * @param sentence format of the label in sentences
 * @param brief format of the label in names of variants
 * @param values labels of values; a value without one is its own label
 * @param arguments arguments of the tier or the load engine for a value
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
  /** Component that applies an option. */
  public enum Place {
    /** a node; the same for all variants of a run */
    NODE,
    /** the nodes of one variant, which the run starts */
    TIER,
    LOAD,
    RUN,
    /** the database that the run starts itself */
    OWN_DATABASE
  }

  /** Builder of a row; {@link #help} adds the row to its table. */
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

    /** Creates a builder with labels from the key. */
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

    /** Builds the row. */
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

  /** Returns whether the option has no value on command lines; in a variant it may have one. */
  public boolean isFlag() {
    return kind.parameter().isEmpty();
  }

  /** Returns the help with the default value, if it has one. */
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

  /** Returns the label for the name of a variant; a configuration appears without its file. */
  public String brief(String value) {
    return label(brief, isFlag() ? valueLabel(value) : value.substring(value.lastIndexOf('#') + 1));
  }

  private static String label(String form, String value) {
    return form.formatted(value).replaceFirst("^1 nodes$", "1 node");
  }
}
