package cloakroom.stress.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A node that was killed in the measured phase.
 *
 * @param node which one, from 1
 * @param at when, epoch milliseconds
 * @param countersAt when its counters were read last, epoch milliseconds; 0 if never
 */
record KilledNode(int node, long at, long countersAt) {

  /** The {@code killed} part of counters.json. */
  ObjectNode json(long measuredFrom) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("node", node);
    json.put("at", at);
    json.put("afterMs", at - measuredFrom);
    json.put("countersAt", countersAt);
    return json;
  }
}
