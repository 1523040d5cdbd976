package cloakroom.stress.measure;

import cloakroom.contract.Resources;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a choice is called, in sentences and in short names, as choice-words.txt has it; a key
 * without a row reads as it is.
 */
final class ChoiceWords {
  private static final int SENTENCE = 1;
  private static final int NAME = 2;
  private static final int UNSET = 3;
  private static final Pattern DASH = Pattern.compile("-(.)");

  /** By key, and by key and value. */
  private static final Map<String, List<String>> ROWS =
      Resources.table("cloakroom/stress/measure/choice-words.txt");

  private ChoiceWords() {}

  private static String cell(String name, int column, String otherwise) {
    List<String> row = ROWS.getOrDefault(name, List.of());
    return column < row.size() ? row.get(column) : otherwise;
  }

  private static String words(String key, int column, String value) {
    String words = cell(key, column, plain(key) + " %s").formatted(value);
    return words.equals("1 nodes") ? "1 node" : words;
  }

  /** Such as {@code recycle threshold 200}. */
  static String sentence(String key, String value) {
    return words(key, SENTENCE, value(key, value));
  }

  /** The value in a sentence: {@code PS_TXN (classic)}. */
  static String value(String key, String value) {
    return cell(key + " " + value, SENTENCE, value);
  }

  /** Such as {@code 200} or {@code 2 nodes}; of a configuration its name alone. */
  static String brief(String key, String value) {
    String shown =
        key.equals(Variant.BC4J)
            ? value.substring(value.lastIndexOf('#') + 1)
            : cell(key + " " + value, NAME, value);
    return words(key, NAME, shown);
  }

  /** What no tier tells and nobody chose, or that. */
  static String unset(String key, String otherwise) {
    return cell(key, UNSET, otherwise);
  }

  /** {@code maxwait} of cloakroom.ampool.maxwait, {@code read timeout} of read-timeout. */
  private static String plain(String key) {
    return key.substring(key.lastIndexOf('.') + 1).replace('-', ' ').replace("%", "%%");
  }

  /** The name under which the tier tells it: {@code poolSize} of pool-size. */
  static String told(String key) {
    return DASH.matcher(key).replaceAll(m -> m.group(1).toUpperCase(Locale.ROOT));
  }
}
