package cloakroom.bench;

/** Ends the processes below this one together with it, and this one together with its parent. */
public final class Forks {
  private static final int PARENT_GONE = 1;

  private Forks() {}

  /** From now on this process ends when the one that started it does. */
  public static void endWithParent() {
    ProcessHandle.current().parent().ifPresent(Forks::endWith);
  }

  private static void endWith(ProcessHandle parent) {
    Thread watch =
        new Thread(
            () -> {
              parent.onExit().join();
              System.exit(PARENT_GONE);
            },
            "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  /** Ends every process below this one at once; a fork has nothing to save. */
  public static void destroy() {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
  }
}
