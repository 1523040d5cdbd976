package cloakroom.stress.measure;

import java.util.List;

/** The one setting, by its full name, that a run gives several values; empty if none is varied. */
public record Varied(String setting, List<String> values) {
  /** Nothing is varied. */
  public static final Varied NOTHING = new Varied("", List.of());

  /** Keeps a copy. */
  public Varied {
    values = List.copyOf(values);
  }

  /** Whether a setting is varied at all. */
  public boolean any() {
    return !setting.isEmpty();
  }

  /** The last part of the setting's name: {@code recyclethreshold} of jbo.recyclethreshold. */
  public String label() {
    return setting.substring(setting.lastIndexOf('.') + 1);
  }
}
