package cloakroom.platform;

/** Action at the end of this process, unless cancelled. */
public final class ShutdownHook {
  private final Thread hook;

  public ShutdownHook(String name, Runnable release) {
    this.hook = new Thread(release, name);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  public void cancel() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the virtual machine is shutting down and runs the hook anyway
    }
  }
}
