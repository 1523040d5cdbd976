package cloakroom.stress.run;

import static java.util.concurrent.CompletableFuture.delayedExecutor;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Kills the tier's last node when so much of the measured phase has passed; closed, when the load
 * is over, it kills nobody any more.
 */
final class NodeKiller implements AutoCloseable {
  private final Tiers tiers;

  private NodeKiller(Tiers tiers) {
    this.tiers = tiers;
  }

  /**
   * Waits for the moment.
   *
   * @param after how much of the measured phase; empty to kill nobody
   * @param measured completes when the measured phase begins
   */
  static NodeKiller arm(Optional<Duration> after, CompletableFuture<?> measured, Tiers tiers) {
    if (after.isPresent()) {
      tiers.expectKill();
      long millis = after.get().toMillis();
      var unused =
          measured.thenRunAsync(tiers::killLast, delayedExecutor(millis, TimeUnit.MILLISECONDS));
    }
    return new NodeKiller(tiers);
  }

  @Override
  public void close() {
    tiers.seal();
  }
}
