package cloakroom.http;

import cloakroom.app.UserSession;
import cloakroom.module.SessionCookie;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** The sessions of this node by cookie value; a session that nobody uses for long enough ends. */
public final class UserSessions implements AutoCloseable {
  private static final int ID_BYTES = 16;

  /** What is to happen when a session ends. */
  public interface Ending {
    /** Called once for each session that ends. */
    void end(UserSession session, SessionCookie.End how);
  }

  private record Entry(UserSession session, long lastUsedNanos) {}

  private final Map<String, Entry> sessions = new ConcurrentHashMap<>();
  private final SecureRandom random = new SecureRandom();
  private final Duration timeout;
  private final Ending ending;
  private final LongSupplier clock;
  private final LongAdder created = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final LongAdder expired = new LongAdder();
  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "session-sweeper");
            thread.setDaemon(true);
            return thread;
          });

  /** Sessions that end after {@code timeout} without a request. */
  public UserSessions(Duration timeout, Ending ending) {
    this(timeout, ending, System::nanoTime);
    long millis = Math.max(1, timeout.toMillis() / 4);
    var unused =
        sweeper.scheduleWithFixedDelay(this::expire, millis, millis, TimeUnit.MILLISECONDS);
  }

  UserSessions(Duration timeout, Ending ending, LongSupplier clock) {
    this.timeout = timeout;
    this.ending = ending;
    this.clock = clock;
  }

  /** A new session with an id that cannot be guessed. */
  public UserSession create(long user) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    UserSession session = new UserSession(HexFormat.of().formatHex(id), user);
    sessions.put(session.id(), new Entry(session, clock.getAsLong()));
    created.increment();
    return session;
  }

  /** The session with this id, now used, or null when there is none. */
  public UserSession find(String id) {
    if (id == null) {
      return null;
    }
    Entry entry =
        sessions.computeIfPresent(
            id, (key, found) -> new Entry(found.session(), clock.getAsLong()));
    return entry == null ? null : entry.session();
  }

  /** Ends a session at its user's wish. */
  public void logOut(UserSession session) {
    if (sessions.remove(session.id()) != null) {
      ending.end(session, SessionCookie.End.LOGOUT);
      ended.increment();
    }
  }

  /** Ends every session that was not used for longer than the time-out. */
  void expire() {
    long now = clock.getAsLong();
    List<Entry> idle = new ArrayList<>(sessions.values());
    idle.removeIf(entry -> now - entry.lastUsedNanos() <= timeout.toNanos());
    for (Entry entry : idle) {
      if (sessions.remove(entry.session().id(), entry)) {
        ending.end(entry.session(), SessionCookie.End.EXPIRED);
        expired.increment();
      }
    }
  }

  /** Sessions now. */
  public int size() {
    return sessions.size();
  }

  /** Sessions created so far. */
  public long created() {
    return created.sum();
  }

  /** Sessions that logged out so far. */
  public long ended() {
    return ended.sum();
  }

  /** Sessions that timed out so far. */
  public long expired() {
    return expired.sum();
  }

  /** Sessions end no more by themselves; those that live are left as they are. */
  @Override
  public void close() {
    sweeper.shutdownNow();
  }
}
