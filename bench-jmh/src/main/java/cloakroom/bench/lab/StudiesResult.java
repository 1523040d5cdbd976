package cloakroom.bench.lab;

import java.util.List;

/**
 * What came out of all studies of one run; every report is made of this alone.
 *
 * @param environment what they ran on
 * @param rounds rounds that were asked for
 * @param full whether it was the long form
 * @param studies one result for each study that began, in their order
 * @param problems a line for each study that failed, and one if the run was cut short
 */
public record StudiesResult(
    Environment environment,
    int rounds,
    boolean full,
    List<StudyResult> studies,
    List<String> problems) {

  /** Whether every study ran to its end. */
  public boolean complete() {
    return problems.isEmpty();
  }
}
