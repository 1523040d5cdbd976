package cloakroom.module;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the name of a setting as a user wrote it, and says what is wrong with it. */
public final class Setting {
  private Setting() {}

  /**
   * The setting that is meant.
   *
   * @return empty if the name is one that Cloakroom does not model, with the value that it behaves
   *     as anyway
   * @throws IllegalArgumentException if there is no such setting, naming the nearest one, or if it
   *     is not modelled, with the reason
   */
  static Optional<JboProperty> named(String key, String value) {
    Optional<JboProperty> property = JboProperty.named(key);
    if (property.isPresent()) {
      return property;
    }
    OtherProperty other =
        OtherProperty.named(key)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "unknown setting "
                            + key
                            + nearest(key).map(near -> ": did you mean " + near + "?").orElse(":")
                            + " The command 'config' lists the settings"));
    if (other.isMetBy(value)) {
      return Optional.empty();
    }
    boolean secret = other.kind() != OtherProperty.Kind.NOT_MODELLED;
    throw new IllegalArgumentException(
        key
            + (secret ? "" : "=" + value)
            + " is not modelled: "
            + other.reason()
            + other.sameAs().map(same -> "; Cloakroom does as " + same + " says").orElse(""));
  }

  /**
   * The known name, of a setting or of one that is not modelled, that a mistyped one differs least
   * from, unless even that one is another name altogether.
   */
  public static Optional<String> nearest(String key) {
    return Stream.concat(
            Arrays.stream(JboProperty.values()).map(JboProperty::key),
            Arrays.stream(OtherProperty.values()).map(OtherProperty::key))
        .filter(name -> distance(key, name) <= key.length() / 3)
        .min(Comparator.comparingInt(name -> distance(key, name)));
  }

  /** Levenshtein's: letters to insert, delete or replace, whatever their case. */
  private static int distance(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
