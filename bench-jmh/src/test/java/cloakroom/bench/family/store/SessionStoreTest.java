package cloakroom.bench.family.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SessionStoreTest {
  private static SessionStore damaging(int from) {
    return new SessionStore(Payload.KB_1.states()) {
      private int exchanged;

      @Override
      Object writeAndRead(int session, Object state) {
        byte[] back = ((byte[]) state).clone();
        if (exchanged++ >= from) {
          back[500]++;
        }
        return back;
      }

      @Override
      public void close() {
        // nothing is open
      }
    };
  }

  @Test
  void states_areTheSameInEveryRun_andNoTwoAreAlike() {
    List<Object> states = Payload.KB_1.states();

    assertThat(states).hasSameSizeAs(Payload.KB_1.states()).doesNotHaveDuplicates();
    assertThat((byte[]) states.get(7)).hasSize(1024).isEqualTo(Payload.KB_1.states().get(7));
    assertThat((byte[]) Payload.TEXT.states().get(0)).hasSize(10 * 1024);
  }

  @Test
  void back_isComparedByContent() throws Exception {
    try (SessionStore stored = damaging(1)) {
      assertThatCode(() -> stored.exchange(0, false)).doesNotThrowAnyException();
      assertThatThrownBy(() -> stored.exchange(0, false)).hasMessageContaining("another state");
    }
  }
}
