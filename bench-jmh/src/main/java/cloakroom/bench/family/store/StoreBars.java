package cloakroom.bench.family.store;

import cloakroom.bench.family.Bar;
import cloakroom.bench.family.FamilyResult.BarResult;
import cloakroom.bench.lab.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What the store has to reach, held against the cells. */
final class StoreBars {
  private static final double LOG_BYTES = 2048;

  private final List<BarResult> results = new ArrayList<>();

  List<BarResult> results() {
    return List.copyOf(results);
  }

  /** What one write and one read may ask of the database. */
  void counts(StoreCell cell) {
    OperationCounts ours = cell.counts().get(Payload.OURS);
    count(cell, "statements", 2, ours.statements());
    count(cell, "round trips", 2, ours.roundTrips());
    count(cell, "write transactions", 1, ours.writes());
  }

  private void count(StoreCell cell, String what, double limit, double counted) {
    results.add(
        new BarResult(
            cell.name() + ": " + what + " to write and read",
            Bar.atMost(limit, "an operation"),
            Interval.counted(counted, 1)));
  }

  /** The log of real state. */
  void log(StoreCell cell, String subject) {
    results.add(
        new BarResult(
            cell.name() + ": log of " + subject,
            Bar.atMost(LOG_BYTES, "B/op"),
            Interval.counted(cell.counts().get(subject).logBytes(), 1)));
  }

  /** No peer is faster. */
  void bestPeer(StoreCell cell, String subject) {
    String best =
        Payload.PEERS.stream()
            .max(Comparator.comparingDouble(peer -> cell.of(peer).rate()))
            .orElseThrow();
    ratio(cell, subject, best, 1);
  }

  /** How many times as fast as another one it has to be. */
  void ratio(StoreCell cell, String above, String below, double limit) {
    results.add(
        new BarResult(
            cell.name() + ": " + above + " / " + below,
            Bar.atLeast(limit),
            cell.of(above).over(cell.of(below))));
  }
}
