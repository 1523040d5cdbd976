package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.UserSession;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class SessionEntryTest {
  private static SessionEntry usedAt(long nanos) {
    return new SessionEntry(new UserSession("id", 1), nanos);
  }

  @Test
  void expiredSession_isUsedNoMore() {
    SessionEntry entry = usedAt(0);

    assertThat(entry.expire(11, 10)).isTrue();

    assertThat(entry.use(12)).isFalse();
    assertThat(entry.expire(100, 10)).isFalse();
  }

  @Test
  void use_putsTheEndOff() {
    SessionEntry entry = usedAt(0);
    assertThat(entry.expire(10, 10)).isFalse();
    assertThat(entry.use(5)).isTrue();

    assertThat(entry.expire(15, 10)).isFalse();
    assertThat(entry.expire(16, 10)).isTrue();
  }

  @Test
  void useAndEndAtOnce_haveOneWinner() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    for (int i = 0; i < 2_000; i++) {
      SessionEntry entry = usedAt(0);
      CompletableFuture<Boolean> used =
          CompletableFuture.supplyAsync(
              () -> {
                meet(both);
                return entry.use(100);
              });
      meet(both);
      boolean expired = entry.expire(100, 10);
      assertThat(used.get()).isNotEqualTo(expired);
    }
  }

  private static void meet(CyclicBarrier both) {
    try {
      both.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
