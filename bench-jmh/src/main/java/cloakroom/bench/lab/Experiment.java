package cloakroom.bench.lab;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.results.RunResult;

/** One study as the lab sees it: rounds that are run one at a time, and what they have found. */
public interface Experiment extends AutoCloseable {
  /**
   * How much is run.
   *
   * @param rounds rounds of the protocol
   * @param full whether the long form's parameters are used
   * @param operations whether the steady state is measured too
   * @param folder where JMH's own output of each study goes
   */
  record Plan(int rounds, boolean full, boolean operations, Path folder) {
    /** JMH's own output of this study. */
    public Path log(StudyCard card) {
      return folder.resolve("jmh-" + card.id() + ".log");
    }
  }

  /**
   * A piece of an experiment; between two of them others have their turn, or the run ends.
   *
   * @param name what it is, for the progress
   * @param work runs it
   */
  record Round(String name, Work work) {
    /** What is done in a round. */
    @FunctionalInterface
    public interface Work {
      /** Does it; what it throws fails the experiment. */
      void run() throws Exception;
    }

    /** Rounds of the protocol. */
    public static List<Round> protocol(int rounds, Work work) {
      return IntStream.rangeClosed(1, rounds)
          .mapToObj(round -> new Round("round " + round + " of " + rounds, work))
          .toList();
    }
  }

  /** Its rounds, in their order; none if nothing of it can be measured here. */
  Iterator<Round> rounds(Plan plan) throws Exception;

  /** What the rounds up to now have found. */
  StudyResult result();

  /** What JMH measured, for its own result file; nothing if JMH did not measure. */
  default Collection<RunResult> jmhResults() {
    return List.of();
  }

  /** Called once, after the last round that is run. */
  @Override
  default void close() {
    // most have nothing open
  }
}
