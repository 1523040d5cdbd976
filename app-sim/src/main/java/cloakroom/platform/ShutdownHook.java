package cloakroom.platform;

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
      // The JVM is already shutting down, so the hook can no longer be removed.
    }
  }
}
