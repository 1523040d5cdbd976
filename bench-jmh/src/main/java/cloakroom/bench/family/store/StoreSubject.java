package cloakroom.bench.family.store;

import cloakroom.passivation.PsTxnStore.Way;
import cloakroom.state.AdfLikeState;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotCodecs;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Who stores: plain JDBC, our stores, and the session stores of others. */
public enum StoreSubject {
  RAW("raw JDBC, default storage"),
  PS_TXN("ps-txn"),
  CLASSIC("ps-txn-classic"),
  BINARY("ps-txn, binary"),
  ZSTD("ps-txn, zstd"),
  JETTY("Jetty JDBCSessionDataStore"),
  TOMCAT("Tomcat DataSourceStore"),
  SPRING("Spring Session JDBC");

  static final List<StoreSubject> PEERS = List.of(JETTY, TOMCAT, SPRING);

  /** As the tier has them: the default, and the one that knows the module's names. */
  static final List<StoreSubject> CODED = List.of(BINARY, ZSTD);

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
    return Arrays.stream(values())
        .filter(
            subject ->
                PEERS.contains(subject)
                    ? payload != Payload.TEXT
                    : CODED.contains(subject) == payload.isAdf())
        .filter(subject -> payload != Payload.TEXT || subject.compareTo(PS_TXN) <= 0)
        .filter(subject -> full || subject != CLASSIC)
        .toList();
  }

  /** Opens it: an ADF module's state as we keep it, or as an object of an application. */
  Stored<?> open(Payload payload, StoreConnections connections) throws Exception {
    if (!payload.isAdf()) {
      return new Stored<>(bytes(connections), payload.bytes());
    }
    if (PEERS.contains(this)) {
      return new Stored<>(peer(connections), States.plain(payload.snapshots()));
    }
    SnapshotCodec codec =
        this == ZSTD ? SnapshotCodecs.ZSTD.ofModule(AdfLikeState.blank()) : SnapshotCodecs.BINARY;
    return new Stored<>(
        new OwnStore<>(connections, Way.ONE_STATEMENT, codec::encode, codec::decode),
        States.snapshots(payload.snapshots()));
  }

  private SessionStore<byte[]> bytes(StoreConnections connections) throws Exception {
    return switch (this) {
      case RAW -> new RawStore(connections);
      case PS_TXN -> own(connections, Way.ONE_STATEMENT);
      case CLASSIC -> own(connections, Way.INSERT_THEN_LOB);
      default -> peer(connections);
    };
  }

  private static SessionStore<byte[]> own(StoreConnections connections, Way way) {
    return new OwnStore<>(connections, way, Function.identity(), Function.identity());
  }

  private <S extends Serializable> SessionStore<S> peer(StoreConnections connections)
      throws Exception {
    return switch (this) {
      case JETTY -> new JettyStore<>(connections);
      case TOMCAT -> new TomcatStore<>(connections);
      case SPRING -> new SpringStore<>(connections);
      default -> throw new IllegalArgumentException(this + " stores no such state");
    };
  }

  /** A store with the states that its sessions have one after another. */
  static final class Stored<S> implements AutoCloseable {
    private final SessionStore<S> store;
    private final States<S> states;
    private final int[] turns = new int[States.SESSIONS];

    /** Stores the first state of each session. */
    Stored(SessionStore<S> store, States<S> states) throws Exception {
      this.store = store;
      this.states = states;
      for (int session = 0; session < turns.length; session++) {
        store.create(session, states.of(session, 0));
      }
    }

    /**
     * One request of a session.
     *
     * @param thoroughly whether all that comes back is looked at
     */
    void exchange(int session, boolean thoroughly) throws Exception {
      S given = states.of(session, ++turns[session]);
      S back = store.exchange(session, given);
      if (!states.looksLike().test(given, back) || (thoroughly && !states.equal(given, back))) {
        throw new IllegalStateException("another state came back than was given");
      }
    }

    /** One request of every session, with a thorough look at what came back. */
    void checkedRound() throws Exception {
      for (int session = 0; session < turns.length; session++) {
        exchange(session, true);
      }
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
