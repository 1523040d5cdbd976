package cloakroom.stress.folder;

import cloakroom.platform.Names;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The columns of samples.jtl that stand behind JMeter's own. */
public enum SampleColumn {
  /** When the sample was due, epoch milliseconds. */
  DUE,
  /** The tier's name of its error. */
  TIER_ERROR,
  /** The key of the class of the database's error behind it. */
  ERROR_CLASS,
  /** That a commit had nothing to commit. */
  COMMIT;

  private final String label = Names.camelCase(name());

  /** The name of the column, and of the variable that JMeter writes there. */
  public String label() {
    return label;
  }

  /** All of them, as JMeter's property wants them. */
  public static String all() {
    return Arrays.stream(values()).map(SampleColumn::label).collect(Collectors.joining(","));
  }
}
