package cloakroom.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnTest {
  private final List<String> seen = new ArrayList<>();
  private Turn turn;

  private void work() {
    try {
      seen.add("begun");
      turn.pause();
      seen.add("gone on");
    } catch (Turn.CutShort e) {
      seen.add("cut short");
    }
  }

  @Test
  void work_goesOnUpToItsPauseAndThenToItsEnd() {
    turn = new Turn("work", this::work);

    turn.next();
    assertThat(seen).containsExactly("begun");
    assertThat(turn.isOver()).isFalse();

    turn.next();
    assertThat(seen).containsExactly("begun", "gone on");
    assertThat(turn.isOver()).isTrue();
    assertThatThrownBy(turn::next).hasMessage("work is over");
  }

  @Test
  void cut_endsWorkThatPauses() {
    turn = new Turn("work", this::work);
    turn.next();

    turn.cut();

    assertThat(seen).containsExactly("begun", "cut short");
    assertThat(turn.isOver()).isTrue();
  }
}
