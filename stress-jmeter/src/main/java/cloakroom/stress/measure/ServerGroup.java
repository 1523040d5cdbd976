package cloakroom.stress.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * Figures that a database server tells, or refuses, together.
 *
 * @param state {@code sampled}, {@code not permitted} or {@code failed}
 * @param reason what the database said; empty for a group that is told
 * @param grant what would make it tell; empty when it does, or nothing would
 */
public record ServerGroup(
    String name, String state, String reason, String grant, List<String> figures) {
  /** The state of a group that the user may not see. */
  public static final String NOT_PERMITTED = "not permitted";

  static ServerGroup of(Json json) {
    List<String> figures = new ArrayList<>();
    json.child("figures").node().forEach(figure -> figures.add(figure.asText()));
    return new ServerGroup(
        json.text("name"),
        json.text("state"),
        json.text("reason", ""),
        json.text("grant", ""),
        List.copyOf(figures));
  }

  /** Whether the database tells it. */
  public boolean told() {
    return state.equals("sampled");
  }
}
