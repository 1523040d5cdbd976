package cloakroom.platform;

/** What has to be released when this process ends, unless that was done before. */
public final class ShutdownHook {
  private final Thread hook;

  /** From now on the end of the process releases it, on a thread of that name. */
  public ShutdownHook(String name, Runnable release) {
    this.hook = new Thread(release, name);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** It has been released: the end of the process need not. */
  public void done() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the virtual machine is going down and runs the hook anyway
    }
  }
}
