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
 * Sessions of this node by id. Requests of one session run one after another; a session without
 * requests expires.
 */
public final class UserSessions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UserSessions.class);
  private static final int ID_BYTES = 16;

  /**
   * Limits of sessions.
   *
   * @param timeout idle time after which a session ends
   * @param queueLength maximum number of waiting requests of a session
   * @param queueWait maximum time that each of them waits
   * @param maxSessions maximum number of sessions
   */
  public record SessionLimits(
      Duration timeout, int queueLength, Duration queueWait, int maxSessions) {}

  private final Map<String, SessionEntry> sessions = new ConcurrentHashMap<>();
  private final SecureRandom random = new SecureRandom();
  private final Application application;
  private final TierCounters counts;
  private final SessionLimits limits;
  private final LongSupplier clock;
  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(Daemons.named("session-sweeper"));

  /**
   * Creates sessions whose time-out is checked four times in each time-out.
   *
   * @param application application that ends sessions and keeps snapshots of live ones
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

  /** Opens a session with a random id. Throws HttpException if the limit is reached. */
  public UserSession create(long user) {
    if (sessions.size() >= limits.maxSessions()) {
      throw new HttpException.RuntimeException(
          503,
          "session limit reached: %d (--max-sessions); retry later"
              .formatted(limits.maxSessions()));
    }
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    UserSession session = new UserSession(HexFormat.of().formatHex(id), user);
    sessions.put(session.id(), new SessionEntry(session, clock.getAsLong()));
    counts.add(Counter.SESSIONS_CREATED);
    return session;
  }

  /**
   * Continues a session that is unknown here.
   *
   * @param sent session that the client's cookies name
   * @return null if the store has no snapshot of it younger than the time-out, or if it is ending
   */
  UserSession resume(UserSession sent) {
    if (!application.hasSnapshot(sent, limits.timeout())) {
      return null;
    }
    long now = clock.getAsLong();
    SessionEntry entry =
        sessions.computeIfAbsent(
            sent.id(),
            key -> {
              counts.add(Counter.SESSIONS_RESUMED);
              return new SessionEntry(sent, now);
            });
    return entry.use(now) ? entry.session() : null;
  }

  /** Returns the session with this id and records a use, or returns null. */
  public UserSession find(String id) {
    SessionEntry entry = id == null ? null : sessions.get(id);
    return entry != null && entry.use(clock.getAsLong()) ? entry.session() : null;
  }

  /**
   * Runs a request of a session after earlier ones.
   *
   * @throws RequestError.RejectedException if the queue is full or the wait is over
   */
  <T> T inTurn(UserSession session, Supplier<T> request) {
    SessionEntry entry = sessions.get(session.id());
    if (entry == null) {
      return request.get(); // it has just ended; the request fails by itself
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
              entry.use(clock.getAsLong()); // start of the idle time
            }
          });
    } catch (RequestError.RejectedException e) {
      counts.add(Counter.REQUESTS_REFUSED);
      throw e;
    }
  }

  /** Ends a session and deletes its snapshots; it cannot be resumed in between. */
  public void logOut(UserSession session) {
    if (end(session, SessionCookie.End.LOGOUT)) {
      counts.add(Counter.SESSIONS_ENDED);
    }
  }

  /**
   * Removes a session that another node has continued or ended, but not its snapshots.
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

  /** Ends expired sessions, and keeps the snapshots of the others. */
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

  /** Stops the time-out check; the sessions remain. */
  @Override
  public void close() {
    sweeper.shutdownNow();
  }
}
