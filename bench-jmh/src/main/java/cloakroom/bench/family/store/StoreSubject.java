package cloakroom.bench.family.store;

import cloakroom.passivation.PsTxnStore.Way;
import cloakroom.state.SnapshotCodecs;
import java.util.List;

/** Who stores: plain JDBC, our stores, and ours with the codecs of a node. */
public enum StoreSubject {
  RAW("raw JDBC, default storage"),
  PS_TXN("ps-txn"),
  CLASSIC("ps-txn-classic"),
  BINARY("ps-txn, binary");

  private final String words;

  StoreSubject(String words) {
    this.words = words;
  }

  /** As tables call it. */
  String words() {
    return words;
  }

  /** Those who can store that; no bar needs the one that comes in the long form alone. */
  static List<StoreSubject> of(Payload payload, boolean full) {
    if (payload.isAdf()) {
      return List.of(BINARY);
    }
    return full ? List.of(RAW, PS_TXN, CLASSIC) : List.of(RAW, PS_TXN);
  }

  /** Opens it with the first state of each session; bytes need no codec. */
  SessionStore open(Payload payload, StoreConnections connections) throws Exception {
    SessionStore store =
        switch (this) {
          case RAW -> new RawStore(payload, connections);
          case PS_TXN -> new OwnStore(payload, connections, Way.ONE_STATEMENT, null);
          case CLASSIC -> new OwnStore(payload, connections, Way.INSERT_THEN_LOB, null);
          case BINARY ->
              new OwnStore(payload, connections, Way.ONE_STATEMENT, SnapshotCodecs.BINARY);
        };
    store.checkedRound();
    return store;
  }
}
