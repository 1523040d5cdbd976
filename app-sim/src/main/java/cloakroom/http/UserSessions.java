package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.app.UserSession;
import cloakroom.module.SessionCookie;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of this node by cookie value. The requests of one session run one after another; a
 * session that nobody uses for long enough ends.
 */
public final class UserSessions implements AutoCloseable {
  private static final int ID_BYTES = 16;

  /** What becomes of sessions. */
  public interface Life {
    /** The life of sessions of this application. */
    static Life of(Application application) {
      return new Life() {
        @Override
        public void end(UserSession session, SessionCookie.End how) {
          application.end(session, how);
        }

        @Override
        public void keepAlive(Collection<UserSession> living, Duration unusedAtMost) {
          application.keepAlive(living, unusedAtMost);
        }
      };
    }

    /** Called once for each session that ends. */
    void end(UserSession session, SessionCookie.End how);

    /**
     * Called now and then with the sessions that live.
     *
     * @param unusedAtMost no session has been unused for longer
     */
    void keepAlive(Collection<UserSession> living, Duration unusedAtMost);
  }

  /**
   * How patient sessions are.
   *
   * @param timeout a session ends after this time without a request
   * @param queueLength requests of one session that may wait for the one under way
   * @param queueWait how long each of them may
   */
  public record Patience(Duration timeout, int queueLength, Duration queueWait) {}

  private static final Logger LOG = LoggerFactory.getLogger(UserSessions.class);

  private final Map<String, SessionEntry> sessions = new ConcurrentHashMap<>();
  private final SecureRandom random = new SecureRandom();
  private final Duration timeout;
  private final SessionEntry.Bounds queueBounds;
  private final Life life;
  private final LongSupplier clock;
  private final LongAdder created = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final LongAdder expired = new LongAdder();
  private final LongAdder resumed = new LongAdder();
  private final LongAdder queued = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final Runnable countQueued = queued::increment;
  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "session-sweeper");
            thread.setDaemon(true);
            return thread;
          });

  /** Sessions that end by themselves; the sweep comes four times in each time-out. */
  public UserSessions(Patience patience, Life life) {
    this(patience, life, System::nanoTime);
    long millis = Math.max(1, timeout.toMillis() / 4);
    var unused = sweeper.scheduleWithFixedDelay(this::sweep, millis, millis, TimeUnit.MILLISECONDS);
  }

  UserSessions(Patience patience, Life life, LongSupplier clock) {
    this.timeout = patience.timeout();
    this.queueBounds = new SessionEntry.Bounds(patience.queueLength(), patience.queueWait());
    this.life = life;
    this.clock = clock;
  }

  /** A new session with an id that cannot be guessed. */
  public UserSession create(long user) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    UserSession session = new UserSession(HexFormat.of().formatHex(id), user);
    sessions.put(session.id(), new SessionEntry(session, clock.getAsLong()));
    created.increment();
    return session;
  }

  /**
   * The session with this id, now used: one that the store has proved to come from another node.
   *
   * @return null if it ends here at this moment
   */
  UserSession resume(String id, long user) {
    long now = clock.getAsLong();
    SessionEntry entry =
        sessions.computeIfAbsent(
            id,
            key -> {
              resumed.increment();
              return new SessionEntry(new UserSession(id, user), now);
            });
    return entry.use(now) ? entry.session() : null;
  }

  /** The session with this id, now used, or null when there is none. */
  public UserSession find(String id) {
    SessionEntry entry = id == null ? null : sessions.get(id);
    return entry != null && entry.use(clock.getAsLong()) ? entry.session() : null;
  }

  /**
   * Runs a request of a session after those that came before it.
   *
   * @throws SessionEntry.RefusedException if too many wait already, or the wait is over
   */
  <T> T inTurn(UserSession session, Supplier<T> request) {
    SessionEntry entry = sessions.get(session.id());
    if (entry == null) {
      return request.get(); // it has just ended, which the request will be told
    }
    try {
      return entry.run(queueBounds, countQueued, request);
    } catch (SessionEntry.RefusedException e) {
      refused.increment();
      throw e;
    }
  }

  /** Ends a session at its user's wish. Until its snapshots are gone nothing resumes it. */
  public void logOut(UserSession session) {
    if (end(session, SessionCookie.End.LOGOUT)) {
      ended.increment();
    }
  }

  /**
   * Forgets a session that has gone on, or has ended, at another node; its snapshots are left.
   *
   * @return false if it has ended here already
   */
  boolean leave(UserSession session) {
    return end(session, SessionCookie.End.CRASH);
  }

  private boolean end(UserSession session, SessionCookie.End how) {
    SessionEntry entry = sessions.get(session.id());
    if (entry == null || entry.session() != session || !entry.end()) {
      return false;
    }
    try {
      life.end(session, how);
    } finally {
      sessions.remove(session.id(), entry);
    }
    return true;
  }

  void sweep() {
    try {
      expire();
      life.keepAlive(sessions.values().stream().map(SessionEntry::session).toList(), timeout);
    } catch (RuntimeException e) {
      LOG.warn("sessions: {}", e.getMessage());
    }
  }

  /** Ends every session that was not used for longer than the time-out. */
  void expire() {
    long now = clock.getAsLong();
    sessions.values().forEach(entry -> expire(entry, now));
  }

  private void expire(SessionEntry entry, long now) {
    if (entry.expire(now, timeout.toNanos()) && sessions.remove(entry.session().id(), entry)) {
      life.end(entry.session(), SessionCookie.End.EXPIRED);
      expired.increment();
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

  /** Sessions that came from another node so far. */
  public long resumed() {
    return resumed.sum();
  }

  /** Requests that had to wait for an earlier one of their session so far. */
  public long queued() {
    return queued.sum();
  }

  /** Requests that were refused because of earlier ones of their session so far. */
  public long refused() {
    return refused.sum();
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
