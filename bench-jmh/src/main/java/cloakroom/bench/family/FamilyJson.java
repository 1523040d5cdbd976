package cloakroom.bench.family;

import cloakroom.bench.family.FamilyResult.BarResult;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.report.StudiesJson;
import cloakroom.bench.run.Environment;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The same as the table, for programs. */
final class FamilyJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private FamilyJson() {}

  static String print(FamilyResult result, Environment environment) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("family", result.name());
    root.set("environment", MAPPER.valueToTree(environment));
    ArrayNode bars = root.putArray("bars");
    result.bars().forEach(bar -> bar(bars.addObject(), bar));
    ArrayNode rows = root.putArray("rows");
    result.rows().forEach(row -> row(rows.addObject(), row));
    ArrayNode remarks = root.putArray("remarks");
    result.remarks().forEach(remarks::add);
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the result cannot be written", e);
    }
  }

  private static void bar(ObjectNode node, BarResult bar) {
    node.put("what", bar.what());
    node.put("bar", bar.bar().words());
    StudiesJson.number(node, "ours", bar.ours().ratio());
    StudiesJson.number(node, "low", bar.ours().low());
    StudiesJson.number(node, "high", bar.ours().high());
    node.put("met", bar.met());
  }

  private static void row(ObjectNode node, Row row) {
    node.put("cell", row.cell());
    node.put("subject", row.subject());
    ObjectNode figures = node.putObject("figures");
    row.figures().forEach((name, value) -> StudiesJson.number(figures, name, value));
  }
}
