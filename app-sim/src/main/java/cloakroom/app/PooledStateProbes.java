package cloakroom.app;

import cloakroom.contract.StateKind;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.SessionCookie;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The probes on one pool of modules, made at the first probe: a node that nobody probes has neither
 * its instances nor their connections.
 */
final class PooledStateProbes implements StateProbes, AutoCloseable {
  private final Supplier<ApplicationModulePool<StateKindsModule>> open;
  private volatile ApplicationModulePool<StateKindsModule> pool;
  private boolean closed;

  PooledStateProbes(Supplier<ApplicationModulePool<StateKindsModule>> open) {
    this.open = open;
  }

  @Override
  public VisitAnswer visit(UserSession session, long user) {
    return inModule(
        session,
        out -> {
          if (!out.module().visit(user)) {
            throw ApplicationException.noSuchRow(user, "for the probes of the state kinds");
          }
          session.user(user);
          return new VisitAnswer(user);
        });
  }

  @Override
  public ProbeAnswer write(UserSession session, StateKind kind, String value) {
    return inModule(
        session,
        out -> {
          out.touch();
          out.module().write(kind, session.user(), value);
          return new ProbeAnswer(kind.key(), value);
        });
  }

  @Override
  public ProbeAnswer read(UserSession session, StateKind kind) {
    return inModule(
        session, out -> new ProbeAnswer(kind.key(), out.module().read(kind, session.user())));
  }

  @Override
  public ProbeAnswer clear(UserSession session, StateKind kind) {
    return inModule(
        session,
        out -> {
          out.touch();
          out.module().clear(kind, session.user());
          out.transactionEnded();
          return new ProbeAnswer(kind.key(), null);
        });
  }

  private <T> T inModule(UserSession session, Function<CheckOut<StateKindsModule>, T> work) {
    return session.inModule(opened(), work);
  }

  /** The pool, made now if it is not there yet. */
  ApplicationModulePool<StateKindsModule> opened() {
    ApplicationModulePool<StateKindsModule> ready = pool;
    return ready == null ? open() : ready;
  }

  private synchronized ApplicationModulePool<StateKindsModule> open() {
    if (closed) {
      throw new ApplicationException(
          ApplicationException.Reason.REFUSED, "the node is stopping", null);
    }
    if (pool == null) {
      pool = open.get();
    }
    return pool;
  }

  /** The pool, if anybody has probed yet. */
  Optional<ApplicationModulePool<StateKindsModule>> pool() {
    return Optional.ofNullable(pool);
  }

  void end(UserSession session, SessionCookie.End how) {
    pool().ifPresent(open -> open.endSession(session.cookie(open.name()), how));
  }

  @Override
  public synchronized void close() {
    closed = true;
    pool().ifPresent(ApplicationModulePool::close);
  }
}
