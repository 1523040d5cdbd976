package cloakroom.bench.family;

import java.util.List;

/** One part of Cloakroom, measured by JMH against its bound in one run. */
public interface Family {
  /** The word on the command line, for instance "store". */
  String name();

  /** Whether its subjects work on a database; if not, none is started, and no fork hears of one. */
  default boolean needsDatabase() {
    return true;
  }

  /** What is measured in every round: what bars need, or in the long form everything. */
  List<FamilyCell> cells(boolean full);

  /** Fills in the rows, the bars and what else a reader must know. */
  void read(FamilyRounds rounds, FamilyResult found) throws Exception;
}
