package cloakroom.stress.run;

import cloakroom.stress.watch.NodeCounters;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the nodes of one trial counted in the end.
 *
 * @param nodes the report of each node, in order; missing where a node was killed before it was
 *     ever asked
 * @param killed the node that was killed, if one was; its report is the last one read
 */
record TierCounts(List<JsonNode> nodes, Optional<NodeKill> killed) {

  /** The whole tier in one report: that of its only node, or the sum of all. */
  JsonNode total() {
    return nodes.size() == 1
        ? nodes.get(0)
        : NodeCounters.sum(nodes.stream().filter(JsonNode::isObject).toList());
  }

  /** The {@code surviving} part of counters.json: the nodes that told their final counters. */
  ObjectNode surviving() {
    List<JsonNode> alive = new ArrayList<>(nodes);
    killed.ifPresent(kill -> alive.remove(kill.node() - 1));
    ObjectNode sum = NodeCounters.sum(alive);
    return sum.retain("counters", "gauges");
  }
}
