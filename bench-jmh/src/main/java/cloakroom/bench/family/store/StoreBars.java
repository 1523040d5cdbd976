package cloakroom.bench.family.store;

import cloakroom.bench.family.Bar;
import cloakroom.bench.family.FamilyResult.BarResult;
import cloakroom.bench.run.Interval;
import cloakroom.stress.report.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What the store has to reach, held against the cells. */
final class StoreBars {
  private static final double NEAR_RAW = 0.95;
  private static final double OVER_RAW = 1.3;
  private static final double CHANGE_OVER_RAW = 1.5;
  private static final double LOG_BYTES = 2048;

  private final List<BarResult> results = new ArrayList<>();
  private final List<String> trials = new ArrayList<>();

  List<BarResult> results() {
    return List.copyOf(results);
  }

  /** What ideas brought, in sentences. */
  List<String> trials() {
    return List.copyOf(trials);
  }

  private void trial(StoreCell cell, String idea) {
    trial(cell, idea, Payload.OURS);
  }

  private void trial(StoreCell cell, String idea, String subject) {
    trials.add(
        "Trial, "
            + cell.name()
            + ": "
            + idea
            + " / "
            + subject
            + " "
            + Figures.interval(cell.of(idea).over(cell.of(subject))));
  }

  /** Opaque bytes. */
  void bytes(StoreCell cell, int kilobytes) {
    ratio(cell, Payload.OURS, Payload.RAW, kilobytes == 1 ? NEAR_RAW : OVER_RAW);
    bestPeer(cell, Payload.OURS);
    trial(cell, Payload.GROUPED);
  }

  /** Bytes that the database could compress. */
  void text(StoreCell cell) {
    ratio(cell, Payload.OURS, Payload.RAW, OVER_RAW);
  }

  /** What one write and one read may ask of the database. */
  void counts(StoreCell cell) {
    OperationCounts ours = cell.counts().get(Payload.OURS);
    count(cell, "statements", 2, ours.statements());
    count(cell, "round trips", 2, ours.roundTrips());
    count(cell, "write transactions", 1, ours.writes());
  }

  /**
   * Real state.
   *
   * @param subject ours with the codec that counts
   * @param overJetty what it has to reach
   */
  void adf(StoreCell cell, String subject, double overJetty) {
    ratio(cell, subject, Payload.JETTY, overJetty);
    bestPeer(cell, subject);
  }

  /** The log of real state. */
  void log(StoreCell cell, String subject) {
    double bytes = cell.counts().get(subject).logBytes();
    results.add(
        new BarResult(
            cell.name() + ": log of " + subject,
            Bar.atMost(LOG_BYTES, "B/op"),
            Interval.counted(bytes, 1)));
  }

  /** A request that changes a part of opaque bytes. */
  void changing(StoreCell cell) {
    changing(cell, List.of(Payload.OURS));
  }

  /**
   * A request that changes a part.
   *
   * @param subjects ours, first the one that deltas are held against
   */
  void changing(StoreCell cell, List<String> subjects) {
    subjects.forEach(subject -> ratio(cell, subject, Payload.RAW, CHANGE_OVER_RAW));
    trial(cell, Payload.DELTA, subjects.get(0));
  }

  private void ratio(StoreCell cell, String above, String below, double limit) {
    results.add(
        new BarResult(
            cell.name() + ": " + above + " / " + below,
            Bar.atLeast(limit),
            cell.of(above).over(cell.of(below))));
  }

  private void bestPeer(StoreCell cell, String subject) {
    String best =
        Payload.PEERS.stream()
            .max(Comparator.comparingDouble(peer -> cell.of(peer).rate()))
            .orElseThrow();
    results.add(
        new BarResult(
            cell.name()
                + ": "
                + subject
                + " / best peer ("
                + best.substring(0, best.indexOf(' '))
                + ")",
            Bar.atLeast(1),
            cell.of(subject).over(cell.of(best))));
  }

  private void count(StoreCell cell, String what, double limit, double counted) {
    results.add(
        new BarResult(
            cell.name() + ": " + what + " to write and read",
            Bar.atMost(limit, "an operation"),
            Interval.counted(counted, 1)));
  }
}
