package cloakroom.stress.folder;

import cloakroom.platform.Names;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Columns that Cloakroom adds to samples.jtl, next to JMeter's own columns. */
public enum SampleColumn {
  DUE,
  TIER_ERROR,
  ERROR_CLASS,
  COMMIT;

  private final String label = Names.camelCase(name());

  public String label() {
    return label;
  }

  public static String all() {
    return Arrays.stream(values()).map(SampleColumn::label).collect(Collectors.joining(","));
  }
}
