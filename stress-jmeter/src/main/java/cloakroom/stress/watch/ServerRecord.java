package cloakroom.stress.watch;

import cloakroom.stress.files.CountersFile;

/** The record of what a database server tells of itself during one trial. */
public interface ServerRecord extends AutoCloseable {
  /** Asks the server for the row of this moment, in epoch milliseconds; returns at once. */
  void tick(long epochMs);

  /** What counters.json says: who told what, who refused, how complete it is. */
  CountersFile.Server told();

  /** Waits a little for an answer that is due, and ends. */
  @Override
  void close();
}
