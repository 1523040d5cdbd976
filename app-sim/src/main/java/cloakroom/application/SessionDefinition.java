package cloakroom.application;

import java.util.List;
import java.util.Map;

/**
 * Kind of session: the pages that it visits.
 *
 * @param weight share of the sessions, relative to the sum of all weights
 * @param visits visits in order, or with a Markov table one visit for each state
 * @param next Markov table: by page the percentage of each next page or of {@code end}; empty if
 *     the session makes its visits in order. The first visit is the first one listed.
 */
public record SessionDefinition(
    String name, int weight, List<VisitDefinition> visits, Map<String, Map<String, Integer>> next) {

  /**
   * Visit of a page: opens it, then repeats steps.
   *
   * @param page page; null for a visit that uploads files
   * @param repeat steps of the page in order, and {@code think} for a think time; a visit that
   *     uploads files has the steps {@code send} and {@code drop}
   */
  public record VisitDefinition(String page, List<String> repeat) {}
}
