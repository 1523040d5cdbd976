package cloakroom.database.oracle;

import com.github.dockerjava.api.command.WaitContainerResultCallback;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * Waits for Docker to tell the end of a container. A daemon that breaks off counts as the end:
 * otherwise nobody would ever hear of it.
 */
final class ContainerEnd extends WaitContainerResultCallback {
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  CompletableFuture<Void> ended() {
    return ended;
  }

  @Override
  public void onComplete() {
    super.onComplete();
    ended.complete(null);
  }

  @Override
  public void onError(Throwable failure) {
    super.onError(failure);
    ended.complete(null);
  }

  /** Ends the conversation with the daemon; what it says afterwards is of no interest. */
  void stop() {
    try {
      close();
    } catch (IOException e) {
      // then it has ended already
    }
  }
}
