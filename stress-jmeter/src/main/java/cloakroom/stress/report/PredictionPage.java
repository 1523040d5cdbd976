package cloakroom.stress.report;

import cloakroom.contract.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;

/** What a simulation has answered, beside the bounds, and where it is not valid. */
public final class PredictionPage {
  private PredictionPage() {}

  /** The document; question and answer are those of {@code app-sim simulate}. */
  public static Document of(Path run, JsonNode question, JsonNode answer) {
    String rest = number(answer, "/restMs", "2").text();
    List<String> notes = answer.path("notes").valueStream().map(JsonNode::asText).toList();
    Blocks demands =
        new Blocks()
            .say(
                "Each for a twentieth of the time, with the change and without: 1.00 is no difference.")
            .table(sensitivities(answer))
            .say("Not simulated of a measured request, the rest: %s ms.".formatted(rest));
    Blocks all =
        new Blocks()
            .section("validity", "Where it is not valid", new Blocks().list(notes))
            .section("figures", "Figures, and what the demands alone allow", figures(answer))
            .section("demands", "If a demand were 20 % less or more", demands);
    JsonNode asked = question.path("asked");
    String title =
        "%,d users, %,d nodes, %,d connections"
            .formatted(
                asked.path("users").asLong(),
                asked.path("nodes").asLong(),
                asked.path("connections").asLong());
    return new Document("Cloakroom prediction", title, "from " + run, all.list());
  }

  private static Cell number(JsonNode answer, String pointer, String digits) {
    return Cell.of(answer.at(pointer).asDouble(Double.NaN), Integer.parseInt(digits));
  }

  private static Blocks figures(JsonNode answer) {
    Table table = Table.of("figure", "#predicted", "bound");
    for (List<String> row : Resources.rows("cloakroom/stress/report/prediction.txt")) {
      String bound =
          row.size() < 5 ? "" : row.get(3) + " " + number(answer, row.get(4), row.get(2)).text();
      table.row(Cell.of(row.get(0)), number(answer, row.get(1), row.get(2)), Cell.of(bound));
    }
    return new Blocks()
        .table(table)
        .say("The requests are bounded by: " + answer.at("/bound/resource").asText() + ".");
  }

  private static Table sensitivities(JsonNode answer) {
    Table table = Table.of("demand", "#change (%)", "#mean (ms)", "#mean, ratio", "#p95, ratio");
    for (JsonNode one : answer.path("sensitivities")) {
      table.row(
          Cell.of(one.path("demand").asText()),
          number(one, "/percent", "0"),
          number(one, "/responseMs", "2"),
          number(one, "/meanRatio", "2"),
          number(one, "/p95Ratio", "2"));
    }
    return table;
  }
}
