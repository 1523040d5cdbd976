package cloakroom.stress.measure;

import java.util.List;
import java.util.Map;

/**
 * A variant of a run as summary.json tells it: enough to predict another one from.
 *
 * @param poolSize connections of a node
 * @param figures means over its trials, by their names; what nobody told is absent
 * @param requests what was counted of its requests, in the plan's order; empty if nobody counted
 */
public record MeasuredPoint(
    Variant variant,
    String store,
    long users,
    long poolSize,
    Map<String, Double> figures,
    List<Request> requests) {
  /** A request; the transaction that it is part of, or empty. */
  public record Request(String name, String transaction, double roundTrips, double flushes) {}
}
