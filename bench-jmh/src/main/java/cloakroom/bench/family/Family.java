package cloakroom.bench.family;

import java.util.List;
import java.util.Map;

/**
 * One part of Cloakroom, measured by JMH against its bound in one run.
 *
 * @param name the word on the command line, for instance "store"
 * @param needsDatabase whether its subjects work on a database; if not, none is started, and no
 *     fork hears of one
 * @param cells what is measured in every round, in the order in which it is to be read
 * @param bars what is to be reached
 * @param remarks what else a reader must know, in sentences
 */
public record Family(
    String name, boolean needsDatabase, List<Cell> cells, List<Bar> bars, List<String> remarks) {
  /**
   * What JMH measures as one row: a method of a benchmark, with its parameters and so many threads.
   *
   * @param heading what it has in common with the rows that it is to be compared with
   * @param subject who works
   */
  public record Cell(
      String heading,
      String subject,
      Class<?> benchmark,
      String method,
      Map<String, String> parameters,
      int threads) {}

  /**
   * A ratio of times, of one operation of each cell, and what it has to reach.
   *
   * @param what what is compared, with its heading
   * @param above the cells whose times stand above the line
   * @param atLeast whether more is better, or less
   * @param limit the ratio that is just good enough
   */
  public record Bar(
      String what, List<Cell> above, List<Cell> below, boolean atLeast, double limit) {}
}
