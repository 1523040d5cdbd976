package cloakroom.stress.watch;

import cloakroom.stress.files.CountersFile;
import java.util.Optional;

/** The record of what a database server tells of itself during one trial. */
public interface ServerRecord extends AutoCloseable {
  /** A server that tells nothing. */
  ServerRecord NONE =
      new ServerRecord() {
        @Override
        public void tick(long epochMs) {
          // nobody to ask
        }

        @Override
        public Optional<CountersFile.Server> told() {
          return Optional.empty();
        }

        @Override
        public void close() {
          // nothing is open
        }
      };

  /** Asks the server for the row of this moment, in epoch milliseconds; returns at once. */
  void tick(long epochMs);

  /** What counters.json says: who told what, who refused, how complete it is. */
  Optional<CountersFile.Server> told();

  /** Waits a little for an answer that is due, and ends. */
  @Override
  void close();
}
