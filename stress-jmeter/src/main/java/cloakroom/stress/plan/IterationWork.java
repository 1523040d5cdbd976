package cloakroom.stress.plan;

import cloakroom.application.ApplicationDefinition;
import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.StepDefinition;
import cloakroom.application.SessionDefinition;
import cloakroom.application.SessionDefinition.VisitDefinition;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Mean numbers of an average session in one iteration of each visit.
 *
 * @param transactions changes that end with a commit or a rollback
 * @param exact whether each session has these numbers, because no choice is random
 */
public record IterationWork(double transactions, double thinks, double requests, boolean exact) {
  // steps of a Markov chain, of which later ones are too rare to count
  private static final int MAX_VISITS = 10_000;
  private static final double RARE = 1e-9;

  public static IterationWork of(ApplicationDefinition application) {
    double all = application.sessions().values().stream().mapToInt(SessionDefinition::weight).sum();
    double transactions = 0;
    double thinks = 0;
    double requests = 0;
    for (SessionDefinition session : application.sessions().values()) {
      Map<String, Double> markov = visits(session);
      for (VisitDefinition visit : session.visits()) {
        PageDefinition page = application.pages().get(visit.page());
        double share = session.weight() / all * markov.getOrDefault(visit.page(), 1.0);
        for (String step : visit.repeat()) {
          thinks += step.equals(PlanWriter.THINK) ? share : 0;
          requests += step.equals(PlanWriter.THINK) ? 0 : share;
          StepDefinition request = page == null ? null : page.steps().get(step);
          transactions += request != null && request.role().endsTransaction() ? share : 0;
        }
      }
    }
    boolean exact =
        application.sessions().values().stream()
            .filter(session -> session.weight() > 0)
            .allMatch(session -> session.weight() == all && session.next().isEmpty());
    return new IterationWork(transactions, thinks, requests, exact);
  }

  /** Returns the mean number of visits to each page by the Markov table; empty without one. */
  private static Map<String, Double> visits(SessionDefinition session) {
    Map<String, Double> visits = new LinkedHashMap<>();
    if (session.next().isEmpty()) {
      return visits;
    }
    Map<String, Double> now = Map.of(session.visits().get(0).page(), 1.0);
    for (int i = 0; i < MAX_VISITS && now.values().stream().anyMatch(p -> p > RARE); i++) {
      Map<String, Double> then = new LinkedHashMap<>();
      now.forEach(
          (page, probability) -> {
            visits.merge(page, probability, Double::sum);
            session
                .next()
                .getOrDefault(page, Map.of())
                .forEach(
                    (next, percent) -> then.merge(next, probability * percent / 100, Double::sum));
          });
      then.remove(PlanWriter.END);
      now = then;
    }
    return visits;
  }
}
