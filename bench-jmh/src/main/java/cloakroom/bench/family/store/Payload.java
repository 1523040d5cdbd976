package cloakroom.bench.family.store;

import cloakroom.state.AdfLikeState;
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
record Payload(String name, List<StoreSubject<?>> subjects) {
  static final String RAW = "raw JDBC, default storage";
  static final String RAW_EXTERNAL = "raw JDBC, storage external";
  static final String OURS = "ps-txn";
  static final String CLASSIC = "ps-txn-classic";
  static final String FILE = "file";
  static final String MEMORY = "memory";
  static final String JETTY = "Jetty JDBCSessionDataStore";
  static final String TOMCAT = "Tomcat DataSourceStore";
  static final String SPRING = "Spring Session JDBC";
  static final List<String> PEERS = List.of(JETTY, TOMCAT, SPRING);

  private static final int SNAPSHOTS = 64;

  /** Opaque bytes: everybody. */
  static Payload bytes(int kilobytes, Path folder) {
    States<byte[]> states = States.random(kilobytes << 10);
    List<StoreSubject<?>> subjects = new ArrayList<>();
    subjects.add(new StoreSubject<>(RAW, RawStore::withDefaultStorage, states));
    subjects.add(new StoreSubject<>(RAW_EXTERNAL, RawStore::withExternalStorage, states));
    subjects.add(new StoreSubject<>(OURS, OwnStore::single, states));
    subjects.add(new StoreSubject<>(CLASSIC, OwnStore::classic, states));
    subjects.addAll(peers(states));
    subjects.add(new StoreSubject<>(FILE, connections -> OwnStore.file(folder), states));
    subjects.add(new StoreSubject<>(MEMORY, connections -> OwnStore.memory(), states));
    return new Payload(kilobytes + " KB", subjects);
  }

  /** Text, which the default storage compresses: plain JDBC and ours. */
  static Payload text(int kilobytes) {
    States<byte[]> states = States.text(kilobytes << 10);
    return new Payload(
        kilobytes + " KB of text",
        List.of(
            new StoreSubject<>(RAW, RawStore::withDefaultStorage, states),
            new StoreSubject<>(RAW_EXTERNAL, RawStore::withExternalStorage, states),
            new StoreSubject<>(OURS, OwnStore::single, states)));
  }

  /** State like that of an ADF module: we with each codec, the peers with their own. */
  static Payload adf(int factor, List<SnapshotCodec> codecs) {
    List<Snapshot> snapshots =
        LongStream.range(0, SNAPSHOTS).mapToObj(seed -> AdfLikeState.of(seed, factor)).toList();
    States<Snapshot> states = States.snapshots(snapshots);
    List<StoreSubject<?>> subjects = new ArrayList<>();
    for (SnapshotCodec codec : codecs) {
      subjects.add(
          new StoreSubject<>(
              ours(codec),
              connections -> SessionStore.coded(OwnStore.single(connections), codec),
              states));
    }
    subjects.addAll(peers(States.plain(snapshots)));
    return new Payload("ADF x" + factor, subjects);
  }

  static String ours(SnapshotCodec codec) {
    return OURS + ", " + codec.name();
  }

  private static <S extends Serializable> List<StoreSubject<S>> peers(States<S> states) {
    return List.of(
        new StoreSubject<>(JETTY, JettyStore::new, states),
        new StoreSubject<>(TOMCAT, TomcatStore::new, states),
        new StoreSubject<>(SPRING, SpringStore::new, states));
  }
}
