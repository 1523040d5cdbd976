package cloakroom.bench.run;

import java.util.concurrent.Semaphore;

/**
 * Work that goes on a piece at a time, each up to the point where it pauses by itself: the rounds
 * of several studies can take turns although each study is written as one loop.
 */
final class Turn {
  private final Semaphore go = new Semaphore(0);
  private final Semaphore stopped = new Semaphore(0);
  private final Thread thread;
  private volatile boolean cut;
  private volatile boolean over;

  /** The work was told at a pause not to go on. */
  static final class CutShort extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CutShort() {
      super("cut short");
    }
  }

  /**
   * Begins with the first {@link #next}.
   *
   * @param work throws nothing
   */
  Turn(String name, Runnable work) {
    thread =
        new Thread(
            () -> {
              try {
                work.run();
              } finally {
                over = true;
                stopped.release();
              }
            },
            name);
    thread.setDaemon(true);
  }

  /**
   * Called by the work: waits until it may go on.
   *
   * @throws CutShort if it may not
   */
  void pause() {
    stopped.release();
    go.acquireUninterruptibly();
    if (cut) {
      throw new CutShort();
    }
  }

  /** Lets the work go on up to its next pause or its end, and waits for that. */
  void next() {
    if (over) {
      throw new IllegalStateException(thread.getName() + " is over");
    }
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    } else {
      go.release();
    }
    stopped.acquireUninterruptibly();
  }

  /** Ends work that pauses; what is over stays so. */
  void cut() {
    cut = true;
    while (!over) {
      next();
    }
  }

  /** Whether the work has ended. */
  boolean isOver() {
    return over;
  }
}
