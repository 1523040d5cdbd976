package cloakroom.bench.family.store;

import cloakroom.bench.family.AdfLikeState;
import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodec;
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
      subjects.add(
          new Subject<>(
              ours(codec),
              connections -> new CodedStore(OwnStores.single(connections), codec),
              states));
    }
    subjects.addAll(peers(new StateGraph.Graphs(snapshots)));
    return new Payload("ADF x" + factor, subjects);
  }

  /** Our store behind a codec. */
  static String ours(SnapshotCodec codec) {
    return OURS + ", " + codec.name();
  }

  /** Ten kilobytes of which a tenth changes: whole and in parts. */
  static Payload changing(ChangingStates.Place place) {
    States<byte[]> states = new ChangingStates(10 << 10, place);
    List<Subject<?>> subjects = new ArrayList<>();
    subjects.add(new Subject<>(RAW, RawStore::withDefaultStorage, states));
    subjects.add(new Subject<>(OURS, OwnStores::single, states));
    subjects.add(new Subject<>(DELTA, DeltaStore::new, states));
    String where = place == ChangingStates.Place.SAME ? "the same tenth" : "another tenth";
    return new Payload("10 KB, " + where + " changes", subjects);
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
