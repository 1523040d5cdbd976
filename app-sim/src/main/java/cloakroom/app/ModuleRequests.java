package cloakroom.app;

import cloakroom.connection.ConnectionException;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.SessionTicket;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The frame of every request: check the session's module out, work on it, check it in before the
 * answer leaves. A failed request leaves no transaction behind; the session keeps its state.
 */
final class ModuleRequests {
  private static final Logger LOG = LoggerFactory.getLogger(ModuleRequests.class);

  private ModuleRequests() {}

  /** Does the work of one request in the session's module of this pool. */
  static <M extends Transactional, T> T in(
      ApplicationModulePool<M> pool, UserSession session, Function<CheckOut<M>, T> work) {
    CheckOut<M> out = pool.checkOut(session.cookie(pool.name()));
    T answer;
    try {
      answer = work.apply(out);
    } catch (RuntimeException e) {
      checkInAfterFailure(out);
      throw e;
    }
    out.checkIn();
    return answer;
  }

  private static void checkInAfterFailure(CheckOut<? extends Transactional> out) {
    try {
      if (!out.isConnectionLost()) {
        out.module().rollbackTransaction();
      }
    } catch (ConnectionException e) {
      out.connectionLost();
    }
    try {
      out.checkIn();
    } catch (RuntimeException e) {
      LOG.warn("after a failed request: {}", e.getMessage());
    }
  }

  /** Whether the store holds a snapshot of this session in this pool that a ticket names. */
  static boolean holds(
      ApplicationModulePool<?> pool, String sessionId, Map<String, SessionTicket> tickets) {
    SessionTicket ticket = tickets.get(pool.name());
    return ticket != null && pool.holds(sessionId, ticket);
  }
}
