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
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
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
import java.util.stream.Stream;

/**
 * Inspector with its settings, findings and result file. An internal failure switches the inspector
 * off with a warning; the application continues.
 */
final class Inspection {
  private static final Logger LOG = System.getLogger("cloakroom.inspector");
  private static final Map<Path, Inspection> ALL = new ConcurrentHashMap<>();
  private static final long WRITE_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int MAX_NAMES = 100;
  private static final int MAX_EFFECTS = 200;

  static final class SessionMemory {
    /**
     * State that earlier borrowers left in this database session, as values by item. The next
     * borrow first removes items with a changed value.
     */
    final Map<HeldItem, String> left = new ConcurrentHashMap<>();

    /** Borrow whose end could not be compared; null if none. */
    final AtomicReference<Borrow> unchecked = new AtomicReference<>();

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

  /**
   * Use of a connection from check-out to check-in.
   *
   * @param before state at the beginning
   * @param reason counted reason why the end was not compared; empty before the end
   */
  record Borrow(
      SessionState before, RecentStatements recent, StatementCounts executed, String reason) {
    Borrow unchecked(String why) {
      return new Borrow(before, recent, executed, why);
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
  private final Map<String, Long> skipped = new ConcurrentSkipListMap<>();
  private final Map<String, String> unavailable = new ConcurrentSkipListMap<>();
  private final Set<String> ownSettings = new ConcurrentSkipListSet<>();

  /** Items that statements have left when they were executed, by text without values. */
  final Map<String, Set<HeldItem>> effects = new ConcurrentHashMap<>();

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
   * Runs inspector code and hides every failure from the application. A runtime exception switches
   * the inspector off. An SQL error only skips this inspection.
   */
  <T> T guarded(InspectedWork<T> work, T otherwise) {
    if (isOff()) {
      return otherwise;
    }
    try {
      return work.get();
    } catch (SQLException failure) {
      countSkipped(reason(failure));
    } catch (RuntimeException | LinkageError failure) {
      switchOff(failure.toString());
    }
    return otherwise;
  }

  /** Returns the reason of a skipped check; a rejected query includes the database's message. */
  static String reason(SQLException failure) {
    String state = failure.getSQLState();
    if (state == null) {
      return OneLine.of(failure.getMessage());
    }
    boolean rejected = state.startsWith("42") || state.startsWith("65");
    return "SQL state " + state + (rejected ? ": " + OneLine.of(failure.getMessage()) : "");
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

  /** Returns whether the session's last borrow is unchecked; such a session is always inspected. */
  boolean hasUnchecked(Connection connection) throws SQLException {
    return !skipped.isEmpty()
        && DatabaseSession.below(connection)
            .map(session -> memory(session).unchecked.get() != null)
            .orElse(false);
  }

  SessionMemory memory(DatabaseSession session) {
    return memories.computeIfAbsent(session.connection, connection -> new SessionMemory());
  }

  void countSkipped(String reason) {
    if (skipped.size() < MAX_NAMES || skipped.containsKey(reason)) {
      skipped.merge(reason, 1L, Long::sum);
    }
  }

  /** Returns whether it is unknown what the statement leaves. */
  boolean isUnknown(String sql) {
    return SqlText.callsRoutine(sql)
        && effects.size() < MAX_EFFECTS
        && !effects.containsKey(SqlText.shown(sql));
  }

  void learn(Borrow borrow, String sql, SessionState known, SessionState now) {
    Set<HeldItem> left =
        now.items().keySet().stream()
            .filter(item -> now.adds(item, known) && !borrow.recent().isExplained(item, sql))
            .map(HeldItem::common)
            .collect(Collectors.toSet());
    effects.put(SqlText.shown(sql), left);
  }

  /** Counts what the borrow has left. */
  void compare(SessionMemory memory, Borrow borrow, SessionState after) {
    for (HeldItem item : after.items().keySet()) {
      if (after.adds(item, borrow.before())) {
        findings.countLeft(item, borrow.recent().callSite(item), after.inTransaction());
        memory.left.put(item, after.items().get(item));
      }
    }
    statements.addAll(borrow.executed());
    countBoundary();
  }

  void compareLater(DatabaseSession session, Borrow unchecked, SessionState now) {
    compare(memory(session), unchecked, now);
    uncountSkipped(unchecked);
  }

  /** Removes an unchecked borrow from the skipped checks, because it is compared after all. */
  void uncountSkipped(Borrow borrow) {
    skipped.computeIfPresent(borrow.reason(), (key, count) -> count == 1 ? null : count - 1);
  }

  /** Reads the state. Throws on an interrupted thread, where a read might close the socket. */
  SessionState readState(DatabaseSession session) throws SQLException {
    if (Thread.currentThread().isInterrupted()) {
      throw new SQLException("interrupted");
    }
    session.requireReadable();
    long from = System.nanoTime();
    try {
      if (listedSettings.isEmpty()) {
        listedSettings = session.names();
      }
      SessionState state = readPermitted(session);
      String hash = state.settingsHash();
      if (!hash.isEmpty()) {
        state.items().putAll(memory(session).settings(hash, session));
      }
      unavailable.putAll(state.unavailable());
      return state;
    } finally {
      synchronized (queryMicros) {
        queryMicros.accept(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - from));
      }
    }
  }

  /** Reads the state again without the settings that the current role may not read. */
  private SessionState readPermitted(DatabaseSession session) throws SQLException {
    try {
      return session.readState(listedSettings, ownSettings);
    } catch (SQLException failure) {
      Set<String> denied = new HashSet<>(List.of(listedSettings.split(",")));
      if ("42501".equals(failure.getSQLState())) {
        denied.removeAll(List.of(session.names().split(",")));
        denied.forEach(name -> unavailable.put("setting " + name, "the role may not read it"));
        listedSettings =
            Stream.of(listedSettings.split(","))
                .filter(name -> !denied.contains(name))
                .collect(Collectors.joining(","));
        return session.readState(listedSettings, ownSettings);
      }
      throw failure;
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

  /** Compares unchecked borrows whose transaction has ended since; their sessions are not lent. */
  private void compareUnchecked() {
    for (Connection connection : Set.copyOf(memories.keySet())) {
      guarded(
          () ->
              !connection.isClosed()
                  && compareUnchecked(DatabaseSession.below(connection).orElseThrow()),
          false);
    }
  }

  private boolean compareUnchecked(DatabaseSession session) throws SQLException {
    AtomicReference<Borrow> unchecked = memory(session).unchecked;
    Borrow borrow = session.isIdle() ? unchecked.getAndSet(null) : null;
    try {
      if (borrow != null) {
        compareLater(session, borrow, readState(session));
      }
    } catch (SQLException unreadable) {
      unchecked.set(borrow);
    }
    return borrow != null;
  }

  private void write() {
    compareUnchecked();
    writeResult();
  }

  private synchronized void writeResult() {
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
    return new InspectionResult(
        InspectionResult.SCHEMA,
        null,
        began.toString(),
        Instant.now().toString(),
        Objects.toString(database.get(), null),
        off.get(),
        settings.sample(),
        handedOut.sum(),
        boundaries.sum(),
        cost,
        Map.copyOf(skipped),
        Map.copyOf(unavailable),
        findings.results(),
        findings.more(),
        statements.results(),
        statements.more());
  }
}
