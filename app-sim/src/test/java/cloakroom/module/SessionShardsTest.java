package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Await;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who is the least recently used of all shards, while sessions come and go. */
class SessionShardsTest {
  private final SessionShards<FakeModule> shards = new SessionShards<>();
  private final SessionShard<FakeModule> one = shardWith("s0");
  private final SessionShard<FakeModule> other = shardThatIsNot(one);

  private SessionShard<FakeModule> shardWith(String session) {
    return shards.of(new SessionCookie("app", session));
  }

  private SessionShard<FakeModule> shardThatIsNot(SessionShard<FakeModule> known) {
    int session = 1;
    while (shardWith("s" + session) == known) {
      session++;
    }
    return shardWith("s" + session);
  }

  private static ModuleInstance<FakeModule> in(SessionShard<FakeModule> shard, long nanos) {
    ModuleInstance<FakeModule> instance = new ModuleInstance<>((int) nanos, nanos);
    instance.rankNanos = nanos;
    shard.referenced.append(instance);
    return instance;
  }

  private ModuleInstance<FakeModule> oldest() {
    return shards.withOldest(instance -> instance);
  }

  @Test
  void oldest_isFoundInWhateverShardItIs() {
    ModuleInstance<FakeModule> second = in(one, 20);
    ModuleInstance<FakeModule> first = in(other, 10);

    assertThat(oldest()).isSameAs(first);
    other.referenced.remove(first);
    assertThat(oldest()).isSameAs(second);
    one.referenced.remove(second);
    assertThat(oldest()).isNull();
  }

  @Test
  void oldest_isLookedForAgain_whenItsSessionTookItInTheMeantime() throws Exception {
    ModuleInstance<FakeModule> first = in(one, 10);
    in(one, 30);
    ModuleInstance<FakeModule> second = in(other, 20);
    CompletableFuture<ModuleInstance<FakeModule>> thief;
    one.lock.lock();
    try {
      thief = CompletableFuture.supplyAsync(this::oldest);
      Await.until("the thief waits for the shard", one.lock::hasQueuedThreads);
      one.referenced.remove(first);
    } finally {
      one.lock.unlock();
    }

    assertThat(thief.get(30, TimeUnit.SECONDS)).isSameAs(second);
  }

  @Test
  void oldest_isWorkedOnUnderItsShardsLockAlone() {
    in(one, 10);
    in(other, 20);

    boolean itsOwnOnly =
        shards.withOldest(
            instance -> one.lock.isHeldByCurrentThread() && !other.lock.isHeldByCurrentThread());

    assertThat(itsOwnOnly).isTrue();
    assertThat(one.lock.isLocked()).isFalse();
  }
}
