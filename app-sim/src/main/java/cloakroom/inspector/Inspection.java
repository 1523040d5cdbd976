package cloakroom.inspector;

import cloakroom.contract.InspectionResult;
import cloakroom.inspector.DatabaseSession.Product;
import cloakroom.inspector.DatabaseSession.SessionState;
import cloakroom.platform.OneLine;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Inspector with its settings, findings and result file. An internal failure switches the inspector
 * off with a warning; the application continues.
 */
final class Inspection {
  private static final Logger LOG = System.getLogger("cloakroom.inspector");
  private static final Map<Path, Inspection> ALL = new ConcurrentHashMap<>();
  private static final long WRITE_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int MAX_NAMES = 100;

  static final class SessionMemory {
    /**
     * State that earlier borrowers left in this database session, as values by item. The next
     * borrow first removes items with a changed value.
     */
    final Map<HeldItem, String> left = new ConcurrentHashMap<>();

    private String hash = "";
    private Map<HeldItem, String> settings = Map.of();

    /** Returns the database session's settings; queries them only if their hash has changed. */
    synchronized Map<HeldItem, String> settings(String newHash, DatabaseSession session)
        throws SQLException {
      if (!newHash.equals(hash)) {
        settings = session.settings();
        hash = newHash;
      }
      return settings;
    }
  }

  final Settings settings;
  final Findings findings = new Findings();
  final StatementCounts statements = new StatementCounts();
  private final Instant began = Instant.now();
  private final AtomicReference<String> off = new AtomicReference<>();
  private final AtomicReference<Product> database = new AtomicReference<>();
  private final LongAdder handedOut = new LongAdder();
  private final LongAdder boundaries = new LongAdder();
  private final LongSummaryStatistics queryMicros = new LongSummaryStatistics();
  private final Map<String, LongAdder> skipped = new ConcurrentSkipListMap<>();
  private final Map<String, String> unavailable = new ConcurrentSkipListMap<>();
  private final Set<String> ownSettings = new ConcurrentSkipListSet<>();
  private volatile String listedSettings = "";

  private final Map<Connection, SessionMemory> memories =
      Collections.synchronizedMap(new WeakHashMap<>());
  private final AtomicLong nextWrite = new AtomicLong(System.nanoTime() + WRITE_PERIOD_NANOS);

  private Inspection(Settings settings) {
    this.settings = settings;
    ownSettings.addAll(settings.settings());
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(this::write, "cloakroom-inspector"));
    } catch (IllegalStateException ending) {
      // The process is already shutting down, so no shutdown hook is possible.
    }
  }

  /** Returns the inspector for these settings. Throws if a different one writes the same file. */
  static Inspection of(Settings settings) {
    Inspection inspection = ALL.computeIfAbsent(settings.file(), file -> new Inspection(settings));
    if (!inspection.settings.equals(settings)) {
      throw new IllegalArgumentException(
          "%sfile=%s: an inspector with other settings writes it; use another file"
              .formatted(Settings.PREFIX, settings.file()));
    }
    return inspection;
  }

  static void writeAll() {
    ALL.values().forEach(Inspection::write);
  }

  static void warn(String reason) {
    String effect = "inspector off, the application continues without it: ";
    LOG.log(Level.WARNING, effect + OneLine.of(reason));
  }

  boolean isOff() {
    return off.get() != null;
  }

  private void switchOff(String reason) {
    if (off.compareAndSet(null, OneLine.of(reason))) {
      warn(reason);
    }
  }

  interface InspectedWork<T> {
    T get() throws SQLException;
  }

  /**
   * Runs inspector code and hides every failure from the application. A rejected query or a runtime
   * exception switches the inspector off. Other SQL errors only skip this inspection.
   */
  <T> T guarded(InspectedWork<T> work, T otherwise) {
    if (isOff()) {
      return otherwise;
    }
    try {
      return work.get();
    } catch (SQLException failure) {
      String state = String.valueOf(failure.getSQLState());
      if (state.startsWith("42") || state.startsWith("65")) {
        switchOff("the database rejects the inspector's query: " + failure.getMessage());
      } else {
        countSkipped("SQL state " + state);
      }
    } catch (RuntimeException | LinkageError failure) {
      switchOff(failure.toString());
    }
    return otherwise;
  }

  /**
   * Returns whether the application may use the connection: false for an unsupported database. With
   * inspect.onError=off, switches the inspector off and returns true.
   */
  boolean supports(Connection connection) {
    if (database.get() != null) {
      return true;
    }
    boolean supported =
        guarded(
            () -> Product.of(connection).map(it -> database.compareAndSet(null, it)).isPresent(),
            true);
    if (!supported && settings.offOnError()) {
      switchOff(unsupportedProduct());
    }
    return supported || isOff();
  }

  static String unsupportedProduct() {
    return "the inspector supports " + Product.names() + " only";
  }

  /** Counts a connection check-out and returns whether to inspect it, by random sampling. */
  boolean samples() {
    handedOut.increment();
    return ThreadLocalRandom.current().nextInt(settings.sample()) == 0;
  }

  SessionMemory memory(DatabaseSession session) {
    return memories.computeIfAbsent(session.connection, connection -> new SessionMemory());
  }

  void countSkipped(String reason) {
    if (skipped.size() < MAX_NAMES) {
      skipped.computeIfAbsent(reason, first -> new LongAdder()).increment();
    }
  }

  /** Reads the state; empty on an interrupted thread, where a read might close the socket. */
  Optional<SessionState> readState(DatabaseSession session) throws SQLException {
    if (Thread.currentThread().isInterrupted()) {
      countSkipped("interrupted");
      return Optional.empty();
    }
    long from = System.nanoTime();
    try {
      if (listedSettings.isEmpty()) {
        listedSettings = session.names();
      }
      SessionState state = session.readState(listedSettings, ownSettings);
      String hash = state.settingsHash();
      if (!hash.isEmpty()) {
        state.items().putAll(memory(session).settings(hash, session));
      }
      unavailable.putAll(state.unavailable());
      if (!state.complete()) {
        countSkipped("transaction failed");
      }
      return Optional.of(state);
    } finally {
      synchronized (queryMicros) {
        queryMicros.accept(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - from));
      }
    }
  }

  void collectSettings(String sql) {
    SqlText.ownSettings(sql).stream()
        .filter(name -> ownSettings.size() < MAX_NAMES)
        .forEach(ownSettings::add);
  }

  /** Counts an inspected check-out or check-in. Writes the result file every ten seconds. */
  void countBoundary() {
    boundaries.increment();
    long now = System.nanoTime();
    long due = nextWrite.get();
    if (now - due >= 0 && nextWrite.compareAndSet(due, now + WRITE_PERIOD_NANOS)) {
      write();
    }
  }

  private synchronized void write() {
    Path file = settings.file();
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.writeString(part, InspectionJson.text(result()));
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      switchOff("cannot write " + file + ": " + e);
    }
  }

  private InspectionResult result() {
    InspectionResult.Cost cost;
    synchronized (queryMicros) {
      long slowest = Math.max(0, queryMicros.getMax());
      cost = new InspectionResult.Cost(queryMicros.getCount(), queryMicros.getSum(), slowest);
    }
    List<InspectionResult.InspectionFinding> found = findings.results();
    return new InspectionResult(
        InspectionResult.SCHEMA,
        InspectionResult.verdict(boundaries.sum(), found, unavailable.keySet()),
        began.toString(),
        Instant.now().toString(),
        Objects.toString(database.get(), null),
        off.get(),
        settings.sample(),
        handedOut.sum(),
        boundaries.sum(),
        cost,
        skipped.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, reason -> reason.getValue().sum())),
        Map.copyOf(unavailable),
        found,
        findings.more(),
        statements.results(),
        statements.more());
  }
}
