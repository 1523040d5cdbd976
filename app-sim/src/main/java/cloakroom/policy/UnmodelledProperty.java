package cloakroom.policy;

import cloakroom.platform.Nearest;
import cloakroom.platform.Resources;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a {@code bc4j.xcfg} may hold that is no setting of Cloakroom's; the table {@code
 * other-settings.txt} has them all. Somebody who sets one of these is told why nothing comes of it,
 * unless he asks for what Cloakroom does anyway.
 *
 * @param key the name as a configuration writes it
 * @param kind which kind of nothing comes of it
 * @param sameAs the value that Cloakroom behaves as if it were set to, if there is one
 * @param reason why, with the source's key where a source has a rule
 */
public record UnmodelledProperty(
    String key, UnmodelledReason kind, Optional<String> sameAs, String reason) {
  private static final UnmodelledProperty[] ALL =
      Resources.rows("cloakroom/policy/other-settings.txt").stream()
          .map(
              row ->
                  new UnmodelledProperty(
                      row.get(0),
                      UnmodelledReason.valueOf(row.get(1)),
                      Optional.of(row.get(2)).filter(same -> !"-".equals(same)),
                      row.get(3)))
          .toArray(UnmodelledProperty[]::new);

  /** Why a property has no effect. */
  public enum UnmodelledReason {
    /** it would change what is measured, and Cloakroom cannot do it */
    NOT_MODELLED,
    /** it does not change what happens to state, modules or connections */
    IGNORED,
    /** it names a database, a driver or an account: command line and environment do that */
    CONNECTION,
    /** it is about logging in */
    SECURITY
  }

  /** Whether this value asks for what Cloakroom does anyway. */
  public boolean isMetBy(String value) {
    return sameAs.filter(value.strip()::equalsIgnoreCase).isPresent();
  }

  public static UnmodelledProperty[] values() {
    return ALL.clone();
  }

  public static Optional<UnmodelledProperty> named(String key) {
    return Arrays.stream(ALL).filter(property -> property.key.equals(key)).findFirst();
  }

  /**
   * The setting that a user means by a name.
   *
   * @return empty if the name is one that Cloakroom does not model, with the value that it behaves
   *     as anyway
   * @throws IllegalArgumentException if there is no such setting, naming the nearest one, or if it
   *     is not modelled, with the reason
   */
  static Optional<JboProperty> meant(String key, String value) {
    Optional<JboProperty> property = JboProperty.named(key);
    if (property.isPresent()) {
      return property;
    }
    UnmodelledProperty other =
        named(key)
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
    boolean secret = other.kind() != UnmodelledReason.NOT_MODELLED;
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
    return Nearest.to(
        key,
        Stream.concat(
                Arrays.stream(JboProperty.values()).map(JboProperty::key),
                Arrays.stream(ALL).map(UnmodelledProperty::key))
            .toList());
  }
}
