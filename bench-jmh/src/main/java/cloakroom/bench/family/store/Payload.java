package cloakroom.bench.family.store;

import cloakroom.bench.family.AdfLikeState;
import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotCodecs;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What is stored, and by whom.
 *
 * @param name as tables call it
 * @param subjects in reading order
 */
record Payload(String name, List<Subject<?>> subjects) {
  static final String RAW = "raw JDBC, default storage";
  static final String RAW_EXTERNAL = "raw JDBC, storage external";
  static final String OURS = "ps-txn";
  static final String CLASSIC = "ps-txn-classic";
  static final String GROUPED = "grouped commits (trial)";
  static final String DELTA = "delta in a second row (trial)";
  static final String FILE = "file";
  static final String MEMORY = "memory";
  static final String JETTY = "Jetty JDBCSessionDataStore";
  static final String TOMCAT = "Tomcat DataSourceStore";
  static final String SPRING = "Spring Session JDBC";
  static final List<String> PEERS = List.of(JETTY, TOMCAT, SPRING);

  private static final int SNAPSHOTS = 64;

  /** A tenth of the pending rows of a state of twice the usual size. */
  private static final int CHANGED_ROWS = 4;

  /** Opaque bytes: everybody. */
  static Payload bytes(int kilobytes, Path folder) {
    States<byte[]> states = new ByteStates(kilobytes << 10);
    List<Subject<?>> subjects = new ArrayList<>();
    subjects.add(new Subject<>(RAW, RawStore::withDefaultStorage, states));
    subjects.add(new Subject<>(RAW_EXTERNAL, RawStore::withExternalStorage, states));
    subjects.add(new Subject<>(OURS, OwnStores::single, states));
    subjects.add(new Subject<>(CLASSIC, OwnStores::classic, states));
    subjects.add(new Subject<>(GROUPED, GroupedStore::new, states));
    subjects.addAll(peers(states));
    subjects.add(new Subject<>(FILE, connections -> OwnStores.file(folder), states));
    subjects.add(new Subject<>(MEMORY, connections -> OwnStores.memory(), states));
    return new Payload(kilobytes + " KB", subjects);
  }

  /** Text, which the default storage compresses: plain JDBC and ours. */
  static Payload text(int kilobytes) {
    States<byte[]> states = ByteStates.text(kilobytes << 10);
    return new Payload(
        kilobytes + " KB of text",
        List.of(
            new Subject<>(RAW, RawStore::withDefaultStorage, states),
            new Subject<>(RAW_EXTERNAL, RawStore::withExternalStorage, states),
            new Subject<>(OURS, OwnStores::single, states)));
  }

  /** State like that of an ADF module: we with each codec, the peers with their own. */
  static Payload adf(int factor, List<SnapshotCodec> codecs) {
    List<Snapshot> snapshots =
        LongStream.range(0, SNAPSHOTS).mapToObj(seed -> AdfLikeState.of(seed, factor)).toList();
    States<Snapshot> states = new StateGraph.Snapshots(snapshots);
    List<Subject<?>> subjects = new ArrayList<>();
    for (SnapshotCodec codec : codecs) {
      subjects.add(coded(ours(codec), OwnStores::single, codec, states));
    }
    subjects.addAll(peers(new StateGraph.Graphs(snapshots)));
    return new Payload("ADF x" + factor, subjects);
  }

  /** Our store behind a codec. */
  static String ours(SnapshotCodec codec) {
    return OURS + ", " + codec.name();
  }

  /** Ten kilobytes of random bytes of which a tenth changes: whole and in parts. */
  static Payload changing(ChangingStates.Place place) {
    String where = place == ChangingStates.Place.SAME ? "the same tenth" : "another tenth";
    return changing("10 KB, " + where + " changes", ChangingStates.random(10 << 10, place));
  }

  /** The same with text, which the default storage compresses. */
  static Payload changingText() {
    return changing(
        "10 KB of text, the same tenth changes",
        ChangingStates.text(10 << 10, ChangingStates.Place.SAME));
  }

  private static Payload changing(String name, States<byte[]> states) {
    return new Payload(
        name,
        List.of(
            new Subject<>(RAW, RawStore::withDefaultStorage, states),
            new Subject<>(OURS, OwnStores::single, states),
            new Subject<>(DELTA, DeltaStore::new, states)));
  }

  /**
   * State of an ADF module, 8 KB as binary, in which a request changes a tenth of the rows: plain
   * JDBC writes the binary form, we with each codec.
   */
  static Payload changingState(List<SnapshotCodec> codecs) {
    List<Snapshot> snapshots = new ArrayList<>(List.of(AdfLikeState.of(0, 2)));
    while (snapshots.size() < SNAPSHOTS) {
      Snapshot before = snapshots.get(snapshots.size() - 1);
      snapshots.add(AdfLikeState.changed(before, before.version(), CHANGED_ROWS));
    }
    States<Snapshot> states = new StateGraph.Snapshots(snapshots);
    List<Subject<?>> subjects = new ArrayList<>();
    subjects.add(coded(RAW, RawStore::withDefaultStorage, SnapshotCodecs.BINARY, states));
    for (SnapshotCodec codec : codecs) {
      subjects.add(coded(ours(codec), OwnStores::single, codec, states));
    }
    subjects.add(coded(DELTA, DeltaStore::new, SnapshotCodecs.BINARY, states));
    return new Payload("ADF x2, a tenth changes", subjects);
  }

  private static Subject<Snapshot> coded(
      String name, Subject.Opening<byte[]> bytes, SnapshotCodec codec, States<Snapshot> states) {
    return new Subject<>(
        name, connections -> new CodedStore(bytes.over(connections), codec), states);
  }

  private static <S extends Serializable> List<Subject<S>> peers(States<S> states) {
    return List.of(
        new Subject<>(
            JETTY, connections -> new JettyStore<>(connections, Subject.SESSIONS), states),
        new Subject<>(
            TOMCAT, connections -> new TomcatStore<>(connections, Subject.SESSIONS), states),
        new Subject<>(
            SPRING, connections -> new SpringStore<>(connections, Subject.SESSIONS), states));
  }
}
