package cloakroom.stress.folder;

import cloakroom.platform.Names;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Columns of samples.jtl in addition to JMeter's. */
public enum SampleColumn {
  DUE,
  TIER_ERROR,
  /** Class of the database error behind it. */
  ERROR_CLASS,
  COMMIT;

  private final String label = Names.camelCase(name());

  /** Returns the name of the column and of the JMeter variable for it. */
  public String label() {
    return label;
  }

  /** Returns the value of JMeter's property sample_variables. */
  public static String all() {
    return Arrays.stream(values()).map(SampleColumn::label).collect(Collectors.joining(","));
  }
}
