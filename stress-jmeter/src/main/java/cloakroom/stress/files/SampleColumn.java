package cloakroom.stress.files;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The columns of samples.jtl that stand behind JMeter's own. */
public enum SampleColumn {
  /** When the sample was due, epoch milliseconds. */
  DUE("due"),
  /** The tier's name of its error. */
  TIER_ERROR("tierError"),
  /** The key of the class of the database's error behind it. */
  ERROR_CLASS("errorClass"),
  /** That a commit had nothing to commit. */
  COMMIT("commit");

  private final String label;

  SampleColumn(String label) {
    this.label = label;
  }

  /** The name of the column, and of the variable that JMeter writes there. */
  public String label() {
    return label;
  }

  /** All of them, as JMeter's property wants them. */
  public static String all() {
    return Arrays.stream(values()).map(SampleColumn::label).collect(Collectors.joining(","));
  }
}
