package cloakroom.http;

import cloakroom.app.Application;
import cloakroom.app.UserSession;
import cloakroom.contract.Counter;
import cloakroom.module.CheckOutException;
import cloakroom.module.SessionCookie;
import cloakroom.module.TierCounters;
import cloakroom.platform.Daemons;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sessions of this node by id. A session expires after a time without requests. */
public final class UserSessions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UserSessions.class);

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
   * Opens a session with a random id.
   *
   * @throws HttpException.RuntimeException if the maximum number of sessions is reached
   */
  public UserSession create(long user) {
    if (sessions.size() >= limits.maxSessions()) {
      String form = "session limit reached: %d (--max-sessions); retry later";
      throw new HttpException.RuntimeException(503, form.formatted(limits.maxSessions()));
    }
    byte[] id = new byte[16];
    random.nextBytes(id);
    UserSession session = new UserSession(HexFormat.of().formatHex(id), user);
    sessions.put(session.id(), new SessionEntry(session, clock.getAsLong()));
    counts.add(Counter.SESSIONS_CREATED);
    return session;
  }

  /**
   * Continues on this node a session that another node opened. Returns null if the session is
   * ending, or if the store has no snapshot younger than the session time-out.
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
    return entry.use(now) ? entry.session : null;
  }

  public UserSession find(String id) {
    SessionEntry entry = id == null ? null : sessions.get(id);
    return entry != null && entry.use(clock.getAsLong()) ? entry.session : null;
  }

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

  /**
   * Ends a session and deletes its snapshots. Unregisters the session last; otherwise a request
   * could resume the session from a snapshot during the deletion.
   */
  public void logOut(UserSession session) {
    if (end(session, SessionCookie.End.LOGOUT)) {
      counts.add(Counter.SESSIONS_ENDED);
    }
  }

  /**
   * Removes a session that has continued or ended on another node, but keeps its snapshots for that
   * node. Returns false if the session had already ended on this node.
   */
  boolean leave(UserSession session) {
    return end(session, SessionCookie.End.CRASH);
  }

  private boolean end(UserSession session, SessionCookie.End how) {
    SessionEntry entry = sessions.get(session.id());
    if (entry == null || entry.session != session || !entry.end()) {
      return false;
    }
    try {
      application.end(session, how);
    } finally {
      sessions.remove(session.id(), entry);
    }
    return true;
  }

  /** Ends expired sessions. Renews the snapshot dates of live sessions, which a purge checks. */
  void sweep() {
    try {
      long now = clock.getAsLong();
      sessions.values().forEach(entry -> expire(entry, now));
      application.keepAlive(
          sessions.values().stream().map(entry -> entry.session).toList(), limits.timeout());
    } catch (RuntimeException e) {
      LOG.warn("sessions: {}", e.getMessage(), CheckOutException.unexpected(e));
    }
  }

  private void expire(SessionEntry entry, long now) {
    if (entry.expire(now, limits.timeout().toNanos())
        && sessions.remove(entry.session.id(), entry)) {
      application.end(entry.session, SessionCookie.End.EXPIRED);
      counts.add(Counter.SESSIONS_EXPIRED);
    }
  }

  public int size() {
    return sessions.size();
  }

  @Override
  public void close() {
    sweeper.shutdownNow();
  }

  /**
   * HTTP session on this node, with the time of its last request. Requests run one at a time in
   * order of arrival. Two browser tabs thus cannot change the session's state concurrently.
   */
  static final class SessionEntry {
    final UserSession session;
    private final ReentrantLock turn = new ReentrantLock(true);

    @GuardedBy("this")
    private long lastUsedNanos;

    @GuardedBy("this")
    private boolean ended;

    @GuardedBy("this")
    private int present; // requests that run or wait

    SessionEntry(UserSession session, long now) {
      this.session = session;
      this.lastUsedNanos = now;
    }

    /** Restarts the session's expiry time. Returns false if the session has already ended. */
    synchronized boolean use(long now) {
      lastUsedNanos = now;
      return !ended;
    }

    /** Ends the session. Returns false if the session had already ended. */
    synchronized boolean end() {
      boolean ends = !ended;
      ended = true;
      return ends;
    }

    synchronized boolean expire(long now, long timeoutNanos) {
      return present == 0 && now - lastUsedNanos > timeoutNanos && end();
    }

    int waiting() {
      return turn.getQueueLength();
    }

    /**
     * Runs a request after the session's earlier requests. Calls {@code queued} if the request must
     * wait. Throws RejectedException if {@code max} requests already wait or the wait times out.
     */
    <T> T run(int max, Duration wait, Runnable queued, Supplier<T> request) {
      boolean first = enter(max);
      try {
        if (!first) {
          queued.run();
        }
        awaitTurn(wait);
        try {
          return request.get();
        } finally {
          turn.unlock();
        }
      } finally {
        synchronized (this) {
          present--;
        }
      }
    }

    private synchronized boolean enter(int max) {
      if (present > max) {
        String message = "session: %d waiting requests are the maximum; send one after another";
        throw new RequestError.RejectedException(
            429, "tooManyRequests", "", message.formatted(max));
      }
      present++;
      return present == 1;
    }

    private void awaitTurn(Duration wait) {
      try {
        if (turn.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS)) {
          return;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      String message = "an earlier request of this session did not end within %d ms";
      throw new RequestError.RejectedException(
          503, RequestError.CHECKOUT_TIMEOUT, "JBO-30003", message.formatted(wait.toMillis()));
    }
  }
}
