package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.Application;
import cloakroom.app.NoopApplication;
import cloakroom.app.Page;
import cloakroom.app.UserSession;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.SessionCookie;
import cloakroom.module.SessionTicket;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.VirtualThreads;

/** Answers like the bare application, unless the test says otherwise. */
final class ScriptedApplication implements Application {
  private final NoopApplication bare = new NoopApplication();
  RuntimeException failure;
  CountDownLatch entered = new CountDownLatch(0);
  CountDownLatch mayLeave = new CountDownLatch(0);
  volatile boolean closed;

  /** The session of another node whose state the store has. */
  volatile String stored;

  /** Commits under way, and those and changes so far that ran on a virtual thread. */
  final AtomicInteger inCommit = new AtomicInteger();

  final AtomicInteger onVirtualThreads = new AtomicInteger();

  @Override
  public PageAnswer open(UserSession session, Page page, long user) {
    if (failure != null) {
      throw failure;
    }
    return bare.open(session, page, user);
  }

  @Override
  public boolean holds(String sessionId, Map<String, SessionTicket> tickets) {
    return sessionId.equals(stored);
  }

  @Override
  public PageAnswer scroll(UserSession session, Page page) {
    return bare.scroll(session, page);
  }

  @Override
  public ChangeAnswer change(UserSession session, Page page, String value) {
    noteThread();
    return bare.change(session, page, value);
  }

  @Override
  public TransactionAnswer commit(UserSession session, Page page) {
    inCommit.incrementAndGet();
    noteThread();
    entered.countDown();
    try {
      mayLeave.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    inCommit.decrementAndGet();
    assertThat(closed).as("closed while a request is under way").isFalse();
    return bare.commit(session, page);
  }

  private void noteThread() {
    if (VirtualThreads.isVirtualThread()) {
      onVirtualThreads.incrementAndGet();
    }
  }

  @Override
  public TransactionAnswer rollback(UserSession session, Page page) {
    return bare.rollback(session, page);
  }

  @Override
  public void end(UserSession session, SessionCookie.End how) {
    bare.end(session, how);
  }

  @Override
  public void keepAlive(Collection<UserSession> living, Duration unusedAtMost) {
    bare.keepAlive(living, unusedAtMost);
  }

  @Override
  public boolean sessionsTravel() {
    return true;
  }

  @Override
  public List<ApplicationModulePool<?>> pools() {
    return List.of();
  }

  @Override
  public void close() {
    closed = true;
  }
}
