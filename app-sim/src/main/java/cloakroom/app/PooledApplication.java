package cloakroom.app;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.ConnectionSource;
import cloakroom.contract.StateKind;
import cloakroom.module.ApplicationModule;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.CheckOutException;
import cloakroom.module.SessionCookie;
import cloakroom.module.SessionTicket;
import cloakroom.module.TierCounters;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.StoredSnapshot;
import cloakroom.platform.Daemons;
import cloakroom.policy.JboProperty;
import cloakroom.policy.ReleasePolicy;
import cloakroom.state.SnapshotCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pages on pooled application modules. Each operation checks the session's module out, works on
 * it and checks it in before the answer leaves, so an answer that a client has seen is a state that
 * is kept as the policy promises.
 */
public final class PooledApplication implements Application {
  private static final Logger LOG = LoggerFactory.getLogger(PooledApplication.class);

  private final Map<Page, ApplicationModulePool<PageModule>> pools = new EnumMap<>(Page.class);
  private final ReleasePolicy policy;
  private final ConnectionSource connections;
  private final SnapshotStore store;
  private final SnapshotCodec codec;
  private final TierCounters counts;
  private final boolean setsContext;
  private final PageCost load;

  /** Wakes each pool for its cleanup pass (AMITB). */
  private final ScheduledExecutorService monitor =
      Executors.newSingleThreadScheduledExecutor(Daemons.named("pool-monitor"));

  /** Null until the first probe: a node that nobody probes has none of its instances. */
  private volatile ApplicationModulePool<StateKindsModule> probes;

  private boolean closed;

  /**
   * A pool for each page, and one for the probes of the state kinds once somebody asks for them.
   *
   * @param setsContext whether prepareSession writes whom the database session works for into it
   * @param load what makes pages heavier than their rows do
   */
  public PooledApplication(
      ReleasePolicy policy,
      ConnectionSource connections,
      SnapshotStore store,
      SnapshotCodec codec,
      TierCounters counts,
      boolean setsContext,
      PageCost load) {
    this.policy = policy;
    this.connections = connections;
    this.store = store;
    this.codec = codec;
    this.counts = counts;
    this.setsContext = setsContext;
    this.load = load;
    for (Page page : Page.values()) {
      pools.put(
          page,
          pool(
              page.module,
              () ->
                  new PageModule(
                      page,
                      setsContext,
                      policy.is(JboProperty.ACTIVATION_REEXECUTE, "all"),
                      counts,
                      load.stateBytes())));
    }
  }

  private <M extends ApplicationModule> ApplicationModulePool<M> pool(
      String name, Supplier<M> module) {
    ApplicationModulePool<M> pool =
        new ApplicationModulePool<>(
            name, policy, module, connections, store, codec, counts, System::nanoTime);
    long millis = policy.time(JboProperty.MONITOR_SLEEP_INTERVAL).toMillis();
    var unused =
        monitor.scheduleWithFixedDelay(() -> cleanUp(pool), millis, millis, TimeUnit.MILLISECONDS);
    return pool;
  }

  private static void cleanUp(ApplicationModulePool<?> pool) {
    try {
      pool.cleanUp();
    } catch (RuntimeException | Error e) {
      LOG.error("{}: cleanup pass failed", pool.name(), e);
    }
  }

  @Override
  public Page.Answer open(UserSession session, Page page, long user) {
    return inModule(
        session,
        pools.get(page),
        out -> {
          out.module().open(user);
          out.touch();
          session.user(user);
          return out.module().shown();
        },
        load::render);
  }

  @Override
  public Page.Answer scroll(UserSession session, Page page) {
    return inOpenModule(
        session,
        page,
        out -> {
          out.touch();
          out.module().scroll();
          return out.module().shown();
        });
  }

  @Override
  public Page.ChangeAnswer change(UserSession session, Page page, String value) {
    return inOpenModule(session, page, out -> changed(out, value));
  }

  private static Page.ChangeAnswer changed(CheckOut<PageModule> out, String value) {
    Page.ChangeAnswer answer = out.module().change(value);
    out.touch();
    return answer;
  }

  /** A snapshot that cannot be written behind a commit does not undo it, which the user is told. */
  @Override
  public Page.TransactionAnswer commit(UserSession session, Page page, String value) {
    AtomicReference<Page.TransactionAnswer> done = new AtomicReference<>();
    try {
      return inOpenModule(
          session,
          page,
          out -> {
            String previous = value == null ? null : changed(out, value).previous();
            int changes = out.module().commit(out);
            out.transactionEnded();
            done.set(out.module().ended(changes).after(previous));
            return done.get();
          });
    } catch (CheckOutException | ConnectionException e) {
      if (done.get() == null || done.get().changes() == 0) {
        throw e;
      }
      throw new ApplicationException(
          ApplicationException.Reason.COMMITTED,
          "the commit was made, but what follows it failed: " + e.getMessage(),
          e);
    }
  }

  @Override
  public Page.TransactionAnswer rollback(UserSession session, Page page) {
    return inOpenModule(
        session,
        page,
        out -> {
          int changes = out.module().rollback();
          out.transactionEnded();
          return out.module().ended(changes);
        });
  }

  /** Opens the page first if the module has no state: the policy keeps none, or it was lost. */
  private <T> T inOpenModule(
      UserSession session, Page page, Function<CheckOut<PageModule>, T> work) {
    return inModule(
        session,
        pools.get(page),
        out -> {
          out.module().requireOpen(session.user());
          return work.apply(out);
        },
        load::render);
  }

  /**
   * Runs a request in the session's module of this pool. Checks the module in before the response
   * leaves. A failed request leaves no transaction; the session keeps its state.
   *
   * <p>A further module of a session begins only while the store holds a snapshot of another one:
   * the session may have logged out at another node. Nothing is read where this node has one.
   *
   * @param rendering makes a page of the result, or of the failure, before the check-in
   */
  private <M extends RootModule, T> T inModule(
      UserSession session,
      ApplicationModulePool<M> pool,
      Function<CheckOut<M>, T> work,
      Runnable rendering) {
    if (policy.provesSessions() && session.isFurther(pool.name()) && !holds(session, null)) {
      throw CheckOutException.ended(null);
    }
    CheckOut<M> out = pool.checkOut(session.cookie(pool.name()));
    T answer;
    try {
      answer = work.apply(out);
    } catch (RuntimeException e) {
      checkInAfterFailure(out, rendering);
      throw e;
    }
    rendering.run();
    out.checkIn();
    return answer;
  }

  private static void checkInAfterFailure(CheckOut<? extends RootModule> out, Runnable rendering) {
    try {
      if (!out.isConnectionLost()) {
        out.module().rollbackTransaction();
      }
    } catch (ConnectionException e) {
      // the lease is broken now; the check-in closes its connection
    }
    rendering.run();
    try {
      out.checkIn();
    } catch (RuntimeException e) {
      LOG.warn("after a failed request: {}", e.getMessage(), CheckOutException.unexpected(e));
    }
  }

  @Override
  public VisitAnswer visit(UserSession session, long user) {
    return probed(
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
    return probed(
        session,
        out -> {
          out.touch();
          out.module().write(kind, session.user(), value);
          return new ProbeAnswer(kind.key(), value);
        });
  }

  @Override
  public ProbeAnswer read(UserSession session, StateKind kind) {
    return probed(
        session, out -> new ProbeAnswer(kind.key(), out.module().read(kind, session.user())));
  }

  @Override
  public ProbeAnswer clear(UserSession session, StateKind kind) {
    return probed(
        session,
        out -> {
          out.touch();
          out.module().clear(kind, session.user());
          out.transactionEnded();
          return new ProbeAnswer(kind.key(), null);
        });
  }

  private <T> T probed(UserSession session, Function<CheckOut<StateKindsModule>, T> work) {
    return inModule(session, probes(), work, () -> {}); // a probe is no page
  }

  /** The pool of the probes, made now if it is not there yet. */
  private ApplicationModulePool<StateKindsModule> probes() {
    ApplicationModulePool<StateKindsModule> ready = probes;
    return ready == null ? openProbes() : ready;
  }

  private synchronized ApplicationModulePool<StateKindsModule> openProbes() {
    if (closed) {
      throw new ApplicationException(
          ApplicationException.Reason.REFUSED, "the node is stopping", null);
    }
    if (probes == null) {
      probes = pool(StateKindsModule.NAME, () -> new StateKindsModule(setsContext));
    }
    return probes;
  }

  @Override
  public void end(UserSession session, SessionCookie.End how) {
    pools().forEach(pool -> pool.endSession(session.cookie(pool.name()), how));
  }

  /** Younger than half the time for which a session may be unused is young enough. */
  @Override
  public void keepAlive(Collection<UserSession> living, Duration unusedAtMost) {
    List<Long> snapshots = new ArrayList<>();
    for (UserSession session : living) {
      session.tickets().values().stream()
          .map(SessionTicket::snapshot)
          .filter(Objects::nonNull)
          .map(StoredSnapshot::id)
          .forEach(snapshots::add);
    }
    store.keepAlive(snapshots, unusedAtMost.dividedBy(2));
  }

  @Override
  public boolean supportsFailover() {
    return policy.writesCookieToClient();
  }

  @Override
  public boolean holds(UserSession session, Duration maxAge) {
    if (session.knownCookie(StateKindsModule.NAME) != null) {
      probes(); // and then it is one of the pools
    }
    return pools().stream()
        .anyMatch(
            pool -> {
              SessionCookie cookie = session.knownCookie(pool.name());
              return cookie != null && pool.holds(cookie, maxAge);
            });
  }

  @Override
  public List<ApplicationModulePool<?>> pools() {
    List<ApplicationModulePool<?>> all = new ArrayList<>(pools.values());
    if (probes != null) {
      all.add(probes);
    }
    return all;
  }

  @Override
  public void close() {
    monitor.shutdownNow();
    synchronized (this) {
      closed = true;
    }
    pools().forEach(ApplicationModulePool::stop);
    pools().forEach(ApplicationModulePool::close);
    store.close();
  }
}
