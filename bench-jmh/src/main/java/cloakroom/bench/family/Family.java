package cloakroom.bench.family;

import java.util.function.Consumer;

/** One part of Cloakroom, measured against its bound and its peers in one run. */
public interface Family {
  /**
   * How much of a family is measured.
   *
   * @param rounds rounds in which every subject has its turn, 1 or more
   * @param full whether every cell is measured, also those that no bar needs
   */
  record Plan(int rounds, boolean full) {}

  /** The word on the command line, for instance "store". */
  String name();

  /** Whether its subjects work on a database; if not, none is started, and no fork hears of one. */
  default boolean needsDatabase() {
    return true;
  }

  /**
   * Measures.
   *
   * @param progress takes a line now and then: what runs, and about how long is left
   * @throws Exception if a subject fails; nothing of a family whose subject failed is reported
   */
  FamilyResult run(Plan plan, Consumer<String> progress) throws Exception;
}
