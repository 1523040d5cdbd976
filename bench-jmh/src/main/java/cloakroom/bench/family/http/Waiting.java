package cloakroom.bench.family.http;

import cloakroom.app.Application;
import cloakroom.app.ChangeAnswer;
import cloakroom.app.NoopApplication;
import cloakroom.app.Page;
import cloakroom.app.PageAnswer;
import cloakroom.app.TransactionAnswer;
import cloakroom.app.UserSession;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.SessionCookie;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Pages without modules and database whose requests wait, as if for a database's answer. */
final class Waiting implements Application {
  private final Application bare = new NoopApplication();
  private final Duration wait;

  Waiting(Duration wait) {
    this.wait = wait;
  }

  private <T> T later(T answer) {
    try {
      Thread.sleep(wait.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return answer;
  }

  @Override
  public PageAnswer open(UserSession session, Page page, long user) {
    return later(bare.open(session, page, user));
  }

  @Override
  public PageAnswer scroll(UserSession session, Page page) {
    return later(bare.scroll(session, page));
  }

  @Override
  public ChangeAnswer change(UserSession session, Page page, String value) {
    return later(bare.change(session, page, value));
  }

  @Override
  public TransactionAnswer commit(UserSession session, Page page) {
    return later(bare.commit(session, page));
  }

  @Override
  public TransactionAnswer rollback(UserSession session, Page page) {
    return later(bare.rollback(session, page));
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
    return bare.sessionsTravel();
  }

  @Override
  public List<ApplicationModulePool<?>> pools() {
    return bare.pools();
  }

  @Override
  public void close() {
    bare.close();
  }
}
