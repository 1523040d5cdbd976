package cloakroom.stress.process;

import java.util.concurrent.CompletableFuture;

/** Somebody wants the run to end early. Raised once; every wait of the main flow listens to it. */
public final class StopSignal {
  private final CompletableFuture<String> reason = new CompletableFuture<>();

  /** Raises the signal; only the first reason counts. */
  public void raise(String why) {
    reason.complete(why);
  }

  /** Whether the signal was raised. */
  public boolean raised() {
    return reason.isDone();
  }

  /** Why the run ends early, or "" while nobody asked. */
  public String reason() {
    return reason.getNow("");
  }

  /** Completes with the reason when the signal is raised. */
  public CompletableFuture<String> future() {
    return reason.copy();
  }

  /** Throws {@link CutShort} if the signal was raised. */
  public void check() {
    if (raised()) {
      throw new CutShort(reason());
    }
  }
}
