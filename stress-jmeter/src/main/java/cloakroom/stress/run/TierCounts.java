package cloakroom.stress.run;

import cloakroom.contract.NodeReport;
import cloakroom.stress.files.CountersFile;
import cloakroom.stress.watch.NodeCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the nodes of one trial counted in the end.
 *
 * @param nodes the report of each node, in order; empty where a node was killed before it was ever
 *     asked
 * @param killed the node that was killed, if one was; its report is the last one read
 */
record TierCounts(List<Optional<NodeReport>> nodes, Optional<Killed> killed) {
  /** The whole tier in one report: that of its only node, or the sum of all. */
  NodeReport total() {
    return sum(nodes);
  }

  /** The nodes that told their final counters, in one report. */
  NodeReport surviving() {
    List<Optional<NodeReport>> alive = new ArrayList<>(nodes);
    killed.ifPresent(kill -> alive.remove(kill.node() - 1));
    return sum(alive);
  }

  private static NodeReport sum(List<Optional<NodeReport>> some) {
    List<NodeReport> told = some.stream().flatMap(Optional::stream).toList();
    return told.size() == 1 && some.size() == 1 ? told.get(0) : NodeCounters.sum(told);
  }

  /**
   * A node that was killed in the measured phase.
   *
   * @param node which one, from 1
   * @param at when, epoch milliseconds
   * @param countersAt when its counters were read last, epoch milliseconds; 0 if never
   */
  record Killed(int node, long at, long countersAt) {

    /** The same as counters.json has it. */
    CountersFile.Killed told(long measuredFrom) {
      return new CountersFile.Killed(node, at, at - measuredFrom, countersAt);
    }
  }
}
