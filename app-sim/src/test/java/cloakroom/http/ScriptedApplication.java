package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.Hr;
import cloakroom.app.NoopApplication;
import cloakroom.app.PageAnswer;
import cloakroom.app.UserSession;
import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.StepDefinition;
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

  ScriptedApplication() {
    super(Hr.APPLICATION);
  }

  @Override
  public PageAnswer perform(
      UserSession session, PageDefinition page, StepDefinition step, long user, String value) {
    switch (step.role()) {
      case OPEN -> {
        if (failure != null) {
          throw failure;
        }
      }
      case CHANGE -> noteThread();
      case COMMIT -> waitInCommit();
      default -> {}
    }
    return super.perform(session, page, step, user, value);
  }

  @Override
  public boolean hasSnapshot(UserSession session, Duration maxAge) {
    return session.id().equals(stored);
  }

  private void waitInCommit() {
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
