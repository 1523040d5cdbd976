package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.NoopApplication;
import cloakroom.app.Page;
import cloakroom.app.UserSession;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.VirtualThreads;

/** Application without database whose requests a test can delay or fail. */
final class ScriptedApplication extends NoopApplication {
  RuntimeException failure;
  CountDownLatch entered = new CountDownLatch(0);
  CountDownLatch mayLeave = new CountDownLatch(0);
  volatile boolean closed;

  /** Id of the session with a snapshot in the store. */
  volatile String stored;

  /** Running commits, their maximum, and requests on virtual threads. */
  final AtomicInteger inCommit = new AtomicInteger();

  final AtomicInteger mostInCommit = new AtomicInteger();
  final AtomicInteger onVirtualThreads = new AtomicInteger();

  @Override
  public Page.Answer open(UserSession session, Page page, long user) {
    if (failure != null) {
      throw failure;
    }
    return super.open(session, page, user);
  }

  @Override
  public boolean hasSnapshot(UserSession session, Duration maxAge) {
    return session.id().equals(stored);
  }

  @Override
  public Page.ChangeAnswer change(UserSession session, Page page, String value) {
    noteThread();
    return super.change(session, page, value);
  }

  @Override
  public Page.TransactionAnswer commit(UserSession session, Page page, String value) {
    mostInCommit.accumulateAndGet(inCommit.incrementAndGet(), Math::max);
    noteThread();
    entered.countDown();
    try {
      mayLeave.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    inCommit.decrementAndGet();
    assertThat(closed).as("closed while a request is under way").isFalse();
    return super.commit(session, page, value);
  }

  private void noteThread() {
    if (VirtualThreads.isVirtualThread()) {
      onVirtualThreads.incrementAndGet();
    }
  }

  @Override
  public boolean supportsFailover() {
    return true;
  }

  @Override
  public void close() {
    closed = true;
  }
}
