package cloakroom.connection.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/** What every byte passes, unless it is shut. */
final class Gate {
  @GuardedBy("this")
  private boolean shut;

  synchronized void shut() {
    shut = true;
  }

  synchronized void open() {
    shut = false;
    notifyAll();
  }

  /** Returns when the gate is open. */
  synchronized void pass() throws InterruptedException {
    while (shut) {
      wait();
    }
  }
}
