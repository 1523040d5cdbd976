package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.app.UserSession;
import cloakroom.contract.Counter;
import cloakroom.module.CheckOutException;
import cloakroom.module.SessionCookie;
import cloakroom.module.TierCounters;
import cloakroom.platform.Daemons;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of this node by cookie value. The requests of one session run one after another; a
 * session that nobody uses for long enough ends.
 */
public final class UserSessions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UserSessions.class);
  private static final int ID_BYTES = 16;

  /**
   * How patient sessions are.
   *
   * @param timeout a session ends when this time has passed since the end of its last request
   * @param queueLength requests of one session that may wait for the one under way
   * @param queueWait how long each of them may
   * @param most sessions at a time
   */
  public record SessionLimits(Duration timeout, int queueLength, Duration queueWait, int most) {}

  private final Map<String, SessionEntry> sessions = new ConcurrentHashMap<>();
  private final SecureRandom random = new SecureRandom();
  private final Application application;
  private final TierCounters counts;
  private final SessionLimits limits;
  private final LongSupplier clock;
  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(Daemons.named("session-sweeper"));

  /**
   * Sessions that end by themselves; the sweep comes four times in each time-out.
   *
   * @param application is told of their ends, and now and then of those that live
   */
  public UserSessions(Application application, TierCounters counts, SessionLimits limits) {
    this(application, counts, limits, System::nanoTime);
    long millis = Math.max(1, limits.timeout().toMillis() / 4);
    var unused = sweeper.scheduleWithFixedDelay(this::sweep, millis, millis, TimeUnit.MILLISECONDS);
  }

  UserSessions(
      Application application, TierCounters counts, SessionLimits limits, LongSupplier clock) {
    this.application = application;
    this.counts = counts;
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * A new session with an id that cannot be guessed.
   *
   * @throws HttpException.RuntimeException if there are as many as there may be
   */
  public UserSession create(long user) {
    if (sessions.size() >= limits.most()) {
      throw new HttpException.RuntimeException(
          503, "session limit reached: %d (--max-sessions); retry later".formatted(limits.most()));
    }
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    UserSession session = new UserSession(HexFormat.of().formatHex(id), user);
    sessions.put(session.id(), new SessionEntry(session, clock.getAsLong()));
    counts.add(Counter.SESSIONS_CREATED);
    return session;
  }

  /**
   * Continues the session of a client that this node does not know, now used.
   *
   * @param shown session that the client's cookies name
   * @return null if the store does not prove it, with a snapshot that is younger than the time-out,
   *     or if it ends here at this moment
   */
  UserSession resume(UserSession shown) {
    if (!application.holds(shown, limits.timeout())) {
      return null;
    }
    long now = clock.getAsLong();
    SessionEntry entry =
        sessions.computeIfAbsent(
            shown.id(),
            key -> {
              counts.add(Counter.SESSIONS_RESUMED);
              return new SessionEntry(shown, now);
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
      return entry.run(
          limits.queueLength(),
          limits.queueWait(),
          () -> counts.add(Counter.REQUESTS_QUEUED),
          () -> {
            try {
              return request.get();
            } finally {
              entry.use(clock.getAsLong()); // the session's idle time begins here
            }
          });
    } catch (SessionEntry.RefusedException e) {
      counts.add(Counter.REQUESTS_REFUSED);
      throw e;
    }
  }

  /** Ends a session at its user's wish. Until its snapshots are gone nothing resumes it. */
  public void logOut(UserSession session) {
    if (end(session, SessionCookie.End.LOGOUT)) {
      counts.add(Counter.SESSIONS_ENDED);
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
      application.end(session, how);
    } finally {
      sessions.remove(session.id(), entry);
    }
    return true;
  }

  /** Ends every session that was not used for longer than the time-out, and keeps the others. */
  void sweep() {
    try {
      long now = clock.getAsLong();
      sessions.values().forEach(entry -> expire(entry, now));
      application.keepAlive(
          sessions.values().stream().map(SessionEntry::session).toList(), limits.timeout());
    } catch (RuntimeException e) {
      LOG.warn("sessions: {}", e.getMessage(), CheckOutException.unexpected(e));
    }
  }

  private void expire(SessionEntry entry, long now) {
    if (entry.expire(now, limits.timeout().toNanos())
        && sessions.remove(entry.session().id(), entry)) {
      application.end(entry.session(), SessionCookie.End.EXPIRED);
      counts.add(Counter.SESSIONS_EXPIRED);
    }
  }

  public int size() {
    return sessions.size();
  }

  /** Sessions end no more by themselves; those that live are left as they are. */
  @Override
  public void close() {
    sweeper.shutdownNow();
  }
}
