package cloakroom.policy;

import cloakroom.platform.Nearest;
import cloakroom.platform.Resources;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Setting of ADF that Cloakroom does not model; the table {@code other-settings.txt} has them all.
 * Setting one has no effect; the reason is reported unless the value equals the built-in behaviour.
 *
 * @param key name in configurations
 * @param sameAs value that equals the built-in behaviour, if there is one
 * @param reason explanation, with the source's key if a source has a rule
 */
public record UnmodelledProperty(
    String key, UnmodelledReason kind, Optional<String> sameAs, String reason) {
  /** All properties, in the order of the table. */
  public static final List<UnmodelledProperty> ALL =
      Resources.rows("cloakroom/policy/other-settings.txt").stream()
          .map(
              row ->
                  new UnmodelledProperty(
                      row.get(0),
                      UnmodelledReason.valueOf(row.get(1)),
                      Optional.of(row.get(2)).filter(same -> !"-".equals(same)),
                      row.get(3)))
          .toList();

  /** Kind of property without effect. */
  public enum UnmodelledReason {
    /** it would change results, but is not implemented */
    NOT_MODELLED,
    /** it concerns neither state nor modules nor connections */
    IGNORED,
    /** it names a database, a driver or an account; command line and environment do that */
    CONNECTION,
    /** it concerns authentication */
    SECURITY
  }

  /** Returns whether this value equals the built-in behaviour. */
  public boolean isMetBy(String value) {
    return sameAs.filter(value.strip()::equalsIgnoreCase).isPresent();
  }

  public static Optional<UnmodelledProperty> named(String key) {
    return ALL.stream().filter(property -> property.key.equals(key)).findFirst();
  }

  /**
   * Returns the setting with this name; empty for an unmodelled one whose value equals the built-in
   * behaviour.
   *
   * @throws IllegalArgumentException with the nearest name if there is no such setting, or with the
   *     reason if it is not modelled
   */
  static Optional<JboProperty> resolve(String key, String value) {
    Optional<JboProperty> property = JboProperty.named(key);
    if (property.isPresent()) {
      return property;
    }
    String hint = nearest(key).map(near -> ": did you mean " + near + "?").orElse(":");
    String unknown = "unknown setting " + key + hint + " The command 'config' lists the settings";
    UnmodelledProperty other = named(key).orElseThrow(() -> new IllegalArgumentException(unknown));
    if (other.isMetBy(value)) {
      return Optional.empty();
    }
    boolean secret = other.kind() != UnmodelledReason.NOT_MODELLED;
    throw new IllegalArgumentException(
        key
            + (secret ? "" : "=" + value)
            + " is not modelled: "
            + other.reason()
            + other.sameAs().map(same -> "; the built-in behaviour is " + same).orElse(""));
  }

  /** Returns the most similar name of a setting or an unmodelled one; empty if none is similar. */
  public static Optional<String> nearest(String key) {
    return Nearest.to(
        key,
        Stream.concat(
                Arrays.stream(JboProperty.values()).map(JboProperty::key),
                ALL.stream().map(UnmodelledProperty::key))
            .toList());
  }
}
