package cloakroom.database;

/** What has to be released when this process ends, unless that was done before. */
final class AtExit {
  private final Thread hook;

  /**
   * Not listening yet.
   *
   * @param name of the thread that does it
   */
  AtExit(String name, Runnable release) {
    hook = new Thread(release, name);
  }

  /** From now on the end of the process releases it. */
  void listen() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** It has been released: the end of the process need not. */
  void done() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the virtual machine is going down and runs the hook anyway
    }
  }
}
