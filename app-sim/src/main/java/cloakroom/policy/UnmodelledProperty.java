package cloakroom.policy;

import cloakroom.platform.Names;
import cloakroom.platform.Resources;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * ADF setting without effect in Cloakroom, from the table {@code other-settings.txt}. Cloakroom
 * reports the reason, unless the setting's value requests what Cloakroom does in any case.
 *
 * @param key name in ADF configurations
 * @param sameAs value that requests Cloakroom's fixed behaviour, if any
 * @param reason explanation, with the key of the source document if a source defines the rule
 */
public record UnmodelledProperty(
    String key, UnmodelledReason kind, Optional<String> sameAs, String reason) {
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

  /**
   * Reason why an ADF setting has no effect in Cloakroom. NOT_MODELLED: would change results, but
   * is not implemented. IGNORED: does not concern state, modules or connections. CONNECTION: names
   * a database, driver or account, which the command line defines. SECURITY: concerns
   * authentication.
   */
  public enum UnmodelledReason {
    NOT_MODELLED,
    IGNORED,
    CONNECTION,
    SECURITY
  }

  public boolean isMetBy(String value) {
    return sameAs.filter(value.strip()::equalsIgnoreCase).isPresent();
  }

  public static Optional<UnmodelledProperty> named(String key) {
    return ALL.stream().filter(property -> property.key.equals(key)).findFirst();
  }

  /**
   * Returns the implemented setting with this name. Returns empty for an ADF setting whose value
   * requests what Cloakroom does in any case.
   *
   * @throws IllegalArgumentException for every other name; the message contains the most similar
   *     name or the reason
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

  public static Optional<String> nearest(String key) {
    return Names.nearest(
        key,
        Stream.concat(
                Arrays.stream(JboProperty.values()).map(JboProperty::key),
                ALL.stream().map(UnmodelledProperty::key))
            .toList());
  }
}
