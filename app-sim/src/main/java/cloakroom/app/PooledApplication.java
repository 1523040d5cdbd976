package cloakroom.app;

import cloakroom.application.ApplicationDefinition;
import cloakroom.application.ModuleDefinition;
import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.StepDefinition;
import cloakroom.application.PageDefinition.StepRole;
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
import cloakroom.platform.Daemons;
import cloakroom.policy.JboProperty;
import cloakroom.policy.ReleasePolicy;
import cloakroom.state.SnapshotCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Application whose requests use pooled application modules. Each request returns its module to the
 * pool before it sends the response. A client that has the response can therefore rely on the
 * session state that the release policy keeps.
 */
public final class PooledApplication implements Application {
  private static final Logger LOG = LoggerFactory.getLogger(PooledApplication.class);

  private final Map<String, PageDefinition> pages;
  private final Map<String, ApplicationModulePool<DefinedModule>> pools = new LinkedHashMap<>();
  private final ReleasePolicy policy;
  private final ConnectionSource connections;
  private final SnapshotStore store;
  private final SnapshotCodec codec;
  private final TierCounters counts;
  private final boolean setsContext;
  private final PageCost cost;

  private final ScheduledExecutorService monitor =
      Executors.newSingleThreadScheduledExecutor(Daemons.named("pool-monitor"));

  private volatile ApplicationModulePool<StateKindsModule> probes; // null before the first probe
  private boolean closed;

  public PooledApplication(
      ApplicationDefinition definition,
      ReleasePolicy policy,
      ConnectionSource connections,
      SnapshotStore store,
      SnapshotCodec codec,
      TierCounters counts,
      boolean setsContext,
      PageCost cost) {
    this.pages = definition.pages();
    this.policy = policy;
    this.connections = connections;
    this.store = store;
    this.codec = codec;
    this.counts = counts;
    this.setsContext = setsContext;
    this.cost = cost;
    for (ModuleDefinition module : definition.modules().values()) {
      ModulePlan plan = ModulePlan.of(module);
      pools.put(
          plan.name(),
          pool(
              plan.name(),
              policy,
              () -> new DefinedModule(plan, policy, setsContext, counts, cost)));
    }
  }

  private <M extends ApplicationModule> ApplicationModulePool<M> pool(
      String name, ReleasePolicy policy, Supplier<M> module) {
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
  public Map<String, PageDefinition> pages() {
    return pages;
  }

  /**
   * Performs a step. If after a commit only the return of the module to its pool fails, throws an
   * exception with reason {@code COMMITTED}. The client must then not repeat the commit.
   */
  @Override
  public PageAnswer perform(
      UserSession session, PageDefinition page, StepDefinition step, long user, String value) {
    AtomicReference<PageAnswer> done = new AtomicReference<>();
    try {
      return inModule(
          session,
          pools.get(page.module()),
          out -> {
            PageAnswer answer = out.module().perform(out, page, step, user, value);
            session.user(user);
            done.set(answer);
            return answer;
          },
          cost::render);
    } catch (CheckOutException | ConnectionException e) {
      if (step.role() != StepRole.COMMIT || done.get() == null || done.get().changes() == 0) {
        throw e;
      }
      throw new ApplicationException(
          ApplicationException.Reason.COMMITTED,
          "the commit succeeded, but the check-in after it failed: " + e.getMessage(),
          e);
    }
  }

  /**
   * Runs a request in the session's module, and returns the module to its pool before the response.
   * A failed request rolls back its transaction, but keeps the session's state.
   *
   * <p>With failover, a session that is new to this pool must have a stored snapshot of another
   * module. Without one, the user has logged out on another node, which deletes all snapshots. The
   * store is not queried if this node has already written or read such a snapshot.
   */
  private <M extends RootModule, T> T inModule(
      UserSession session,
      ApplicationModulePool<M> pool,
      Function<CheckOut<M>, T> work,
      Runnable rendering) {
    if (policy.provesSessions()
        && session.startsFurtherModule(pool.name())
        && !hasSnapshot(session, null)) {
      throw CheckOutException.ended(null);
    }
    CheckOut<M> out = pool.checkOut(session.cookie(pool.name()));
    T result;
    try {
      result = work.apply(out);
    } catch (RuntimeException e) {
      checkInAfterFailure(out, rendering);
      throw e;
    }
    rendering.run();
    out.checkIn();
    return result;
  }

  private static void checkInAfterFailure(CheckOut<? extends RootModule> out, Runnable rendering) {
    try {
      if (!out.isConnectionLost()) {
        out.module().rollbackTransaction();
      }
    } catch (ConnectionException e) {
      // The rollback failed and marked the connection as broken, so its return to the pool closes
      // it.
    }
    rendering.run();
    try {
      out.checkIn();
    } catch (RuntimeException e) {
      LOG.warn(
          "check-in after a failed request: {}", e.getMessage(), CheckOutException.unexpected(e));
    }
  }

  @Override
  public VisitAnswer visit(UserSession session, long user) {
    return probe(
        session,
        out -> {
          if (!out.module().visit(user)) {
            throw ApplicationException.noSuchRow(user, "for the state-kind probes");
          }
          session.user(user);
          return new VisitAnswer(user);
        });
  }

  @Override
  public ProbeAnswer write(UserSession session, StateKind kind, String value) {
    return probe(
        session,
        out -> {
          out.touch();
          out.module().write(kind, session.user(), value);
          return new ProbeAnswer(kind.key(), value);
        });
  }

  @Override
  public ProbeAnswer read(UserSession session, StateKind kind) {
    return probe(
        session, out -> new ProbeAnswer(kind.key(), out.module().read(kind, session.user())));
  }

  @Override
  public ProbeAnswer clear(UserSession session, StateKind kind) {
    return probe(
        session,
        out -> {
          out.touch();
          out.module().clear(kind, session.user());
          out.transactionEnded();
          return new ProbeAnswer(kind.key(), null);
        });
  }

  private <T> T probe(UserSession session, Function<CheckOut<StateKindsModule>, T> work) {
    return inModule(session, probes(), work, () -> {});
  }

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
      // No initial instances: those of a bc4j.xcfg are for the modules of the application.
      ReleasePolicy probing = policy.with(Map.of(JboProperty.INIT_POOL_SIZE.key(), "0"));
      probes = pool(StateKindsModule.NAME, probing, () -> new StateKindsModule(setsContext));
    }
    return probes;
  }

  @Override
  public void end(UserSession session, SessionCookie.End how) {
    pools().forEach(pool -> pool.endSession(session.cookie(pool.name()), how));
  }

  @Override
  public void keepAlive(Collection<UserSession> living, Duration maxIdle) {
    List<Long> snapshots =
        living.stream()
            .flatMap(session -> session.tickets().values().stream())
            .filter(SessionTicket::hasSnapshot)
            .map(ticket -> ticket.snapshot().id())
            .toList();
    store.keepAlive(snapshots, maxIdle.dividedBy(2));
  }

  @Override
  public boolean supportsFailover() {
    return policy.writesCookieToClient();
  }

  @Override
  public boolean hasSnapshot(UserSession session, Duration maxAge) {
    if (session.knownCookie(StateKindsModule.NAME) != null) {
      probes(); // opens the pool, so that pools() contains it
    }
    return pools().stream()
        .filter(pool -> session.knownCookie(pool.name()) != null)
        .anyMatch(pool -> pool.hasSnapshot(session.cookie(pool.name()), maxAge));
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
