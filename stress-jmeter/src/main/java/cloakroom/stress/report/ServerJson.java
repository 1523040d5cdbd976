package cloakroom.stress.report;

import cloakroom.stress.measure.ServerGroup;
import cloakroom.stress.measure.ServerWork;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The part of summary.json about the database server that is no plain figure. */
final class ServerJson {
  private ServerJson() {}

  static void into(ObjectNode node, ServerWork server) {
    node.put("product", server.product());
    node.put("rows", server.rows());
    node.put("gaps", server.gaps());
    if (!server.lastFailure().isEmpty()) {
      node.put("lastFailure", server.lastFailure());
    }
    ObjectNode waits = node.putObject("waits");
    server.waits().forEach((name, sessions) -> waits.put(name, rounded(sessions)));
    ArrayNode groups = node.putArray("groups");
    server.groups().forEach(group -> group(groups.addObject(), group));
  }

  private static void group(ObjectNode node, ServerGroup group) {
    node.put("name", group.name());
    node.put("state", group.state());
    if (!group.told()) {
      node.put("reason", group.reason());
      node.put("grant", group.grant());
    }
  }

  /** Four digits: a session that waits a ten-thousandth of the time is next to nothing. */
  private static double rounded(double value) {
    return Math.round(value * 10_000) / 10_000.0;
  }
}
