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
 * An inspector at work: what it is told, what it has found, and the file that it keeps; one for
 * each file. What fails in it switches it off in one line, and nothing else.
 */
final class Inspection {
  private static final Logger LOG = System.getLogger("cloakroom.inspector");
  private static final Map<Path, Inspection> ALL = new ConcurrentHashMap<>();
  private static final long WRITE_EVERY = TimeUnit.SECONDS.toNanos(10);
  private static final int MOST_NAMES = 100;

  private final Settings settings;
  private final Findings findings = new Findings();
  private final Instant began = Instant.now();
  private final AtomicReference<String> off = new AtomicReference<>();
  private final AtomicReference<Product> database = new AtomicReference<>();
  private final LongAdder handedOut = new LongAdder();
  private final LongAdder boundaries = new LongAdder();
  private final LongSummaryStatistics questions = new LongSummaryStatistics();
  private final Map<String, LongAdder> skippedChecks = new ConcurrentSkipListMap<>();
  private final Map<String, String> unavailableReasons = new ConcurrentSkipListMap<>();
  private final Set<String> ownSettings = new ConcurrentSkipListSet<>();

  /** Names, with commas, of those that the database lists; empty until it was asked for them. */
  private volatile String listedSettings = "";

  /** Of each session of the database. */
  private final Map<Connection, SessionMemory> memories =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final AtomicLong nextWrite = new AtomicLong(System.nanoTime() + WRITE_EVERY);

  private Inspection(Settings settings) {
    this.settings = settings;
    ownSettings.addAll(settings.settings());
  }

  /** The inspector that keeps its file, if it was not told something else. */
  static Inspection of(Settings settings) {
    Inspection inspection = ALL.computeIfAbsent(settings.file(), file -> begin(settings));
    if (!inspection.settings.equals(settings)) {
      throw new IllegalArgumentException(
          "%sfile=%s: an inspector with other settings keeps it; each needs a file of its own"
              .formatted(Settings.PREFIX, settings.file()));
    }
    return inspection;
  }

  private static Inspection begin(Settings settings) {
    Inspection inspection = new Inspection(settings);
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(inspection::write, "cloakroom-inspector"));
    } catch (IllegalStateException ending) {
      // the process ends already
    }
    return inspection;
  }

  /** Writes the files of all inspectors now. */
  static void writeAll() {
    ALL.values().forEach(Inspection::write);
  }

  /** Says in one line that there is no inspector, or none any more. */
  static void warn(String why) {
    LOG.log(Level.WARNING, "inspector off, the application goes on without it: " + OneLine.of(why));
  }

  Settings settings() {
    return settings;
  }

  Findings findings() {
    return findings;
  }

  boolean isOff() {
    return off.get() != null;
  }

  private void off(String why) {
    if (off.compareAndSet(null, OneLine.of(why))) {
      warn(why);
    }
  }

  /** Work of the inspector. */
  interface InspectedWork<T> {
    T get() throws SQLException;
  }

  /**
   * Does work of the inspector. A session that does not answer is counted, every other failure is
   * the end of the inspector; neither is the application's.
   */
  <T> T guarded(InspectedWork<T> work, T otherwise) {
    if (isOff()) {
      return otherwise;
    }
    try {
      return work.get();
    } catch (SQLException unanswered) {
      String state = String.valueOf(unanswered.getSQLState());
      if (state.startsWith("42") || state.startsWith("65")) {
        off("the database refuses its question: " + unanswered.getMessage());
      } else {
        skippedChecks("SQL state " + state);
      }
    } catch (RuntimeException | LinkageError failure) {
      off(failure.toString());
    }
    return otherwise;
  }

  /**
   * Whether the database below is one of those that can be asked. False means that the application
   * is not to start; it goes on where it was told so, or where nobody can say.
   */
  boolean isOfKnownProduct(Connection connection) {
    if (database.get() != null) {
      return true;
    }
    boolean known =
        guarded(
            () -> {
              Product.of(connection).ifPresent(database::set);
              return database.get() != null;
            },
            true);
    if (!known && settings.offOnError()) {
      off(unknownProduct());
    }
    return known || isOff();
  }

  static String unknownProduct() {
    return "the inspector knows " + Product.names() + ", and the database is neither";
  }

  /** A connection is handed out; whether chance has it looked at. */
  boolean samples() {
    handedOut.increment();
    return ThreadLocalRandom.current().nextInt(settings.sample()) == 0;
  }

  /** What is known of the session from earlier looks. */
  SessionMemory memory(DatabaseSession session) {
    return memories.computeIfAbsent(session.connection(), connection -> new SessionMemory());
  }

  /** A look at a session did not happen, or told nothing. */
  void skippedChecks(String why) {
    if (skippedChecks.size() < MOST_NAMES) {
      skippedChecks.computeIfAbsent(why, first -> new LongAdder()).increment();
    }
  }

  SessionState ask(DatabaseSession session) throws SQLException {
    long from = System.nanoTime();
    try {
      if (listedSettings.isEmpty()) {
        listedSettings = session.names();
      }
      SessionState holding = session.ask(listedSettings, ownSettings);
      String number = holding.listedSettings();
      if (!number.isEmpty()) {
        holding.items().putAll(memory(session).settings(number, session));
      }
      unavailableReasons.putAll(holding.unavailableReasons());
      if (!holding.complete()) {
        skippedChecks("transaction failed");
      }
      return holding;
    } finally {
      synchronized (questions) {
        questions.accept(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - from));
      }
    }
  }

  /** Remembers names of the application's own settings, to ask for them. */
  void learn(String sql) {
    for (String name : SqlText.ownSettings(sql)) {
      if (ownSettings.size() < MOST_NAMES) {
        ownSettings.add(name);
      }
    }
  }

  /** A boundary was looked at. */
  void boundary() {
    boundaries.increment();
    long now = System.nanoTime();
    long due = nextWrite.get();
    if (now - due >= 0 && nextWrite.compareAndSet(due, now + WRITE_EVERY)) {
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
      off("cannot write " + file + ": " + e);
    }
  }

  private InspectionResult.Cost cost() {
    synchronized (questions) {
      long slowest = Math.max(0, questions.getMax());
      return new InspectionResult.Cost(questions.getCount(), questions.getSum(), slowest);
    }
  }

  private InspectionResult result() {
    List<InspectionResult.InspectionFinding> found = findings.told();
    return new InspectionResult(
        InspectionResult.SCHEMA,
        InspectionResult.verdict(boundaries.sum(), found, unavailableReasons.keySet()),
        began.toString(),
        Instant.now().toString(),
        Objects.toString(database.get(), null),
        off.get(),
        settings.sample(),
        handedOut.sum(),
        boundaries.sum(),
        cost(),
        skippedChecks.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, why -> why.getValue().sum())),
        Map.copyOf(unavailableReasons),
        found,
        findings.more());
  }
}
