package cloakroom.standin;

import cloakroom.standin.Journal.Call;
import cloakroom.standin.Journal.Call.Kind;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * What the sessions of an {@link OracleStandIn} answer. The rule given last decides; what no rule
 * speaks of works and changes one row. No SQL is interpreted. Views of sharding do not exist: UCP
 * looks for one after each log-on, and takes any other answer ill.
 */
public final class Script {
  private static final int FOR_EVER = Integer.MAX_VALUE;
  private static final String SHARDING = "GSMADMIN_INTERNAL.";
  private static final int NO_SUCH_TABLE = 942;

  /** A rule that applies a number of times. */
  private record Rule(Predicate<Call> calls, Answer answer, AtomicInteger left) {
    boolean takes(Call call) {
      return calls.test(call) && left.getAndUpdate(times -> Math.max(0, times - 1)) > 0;
    }
  }

  private final Deque<Rule> rules = new ConcurrentLinkedDeque<>();

  /** Every call of that kind is answered so. */
  public void always(Kind kind, Answer answer) {
    rule(call -> call.kind() == kind, answer, FOR_EVER);
  }

  /** The next call of that kind is answered so. */
  public void once(Kind kind, Answer answer) {
    rule(call -> call.kind() == kind, answer, 1);
  }

  /** Every statement whose text has that part is answered so, also without its text. */
  public void statement(String part, Answer answer) {
    rule(call -> isStatement(call) && call.text().contains(part), answer, FOR_EVER);
  }

  /** From now on everything works again. */
  public void forget() {
    rules.clear();
  }

  private static boolean isStatement(Call call) {
    return call.kind() == Kind.STATEMENT || call.kind() == Kind.REEXECUTION;
  }

  private void rule(Predicate<Call> calls, Answer answer, int times) {
    rules.addFirst(new Rule(calls, answer, new AtomicInteger(times)));
  }

  Answer answerTo(Call call) {
    for (Rule rule : rules) {
      if (rule.takes(call)) {
        return rule.answer();
      }
    }
    return call.text().contains(SHARDING) ? Answer.error(NO_SUCH_TABLE) : new Answer.Done(1);
  }

  /** What a session answers to a call. */
  public sealed interface Answer {
    /**
     * It worked.
     *
     * @param rows that a statement changed
     */
    record Done(long rows) implements Answer {}

    /**
     * It worked, with rows; every column is a VARCHAR2.
     *
     * @param columns their names
     * @param rows each with a value per column
     */
    record Rows(List<String> columns, List<List<String>> rows) implements Answer {}

    /**
     * An Oracle error; the session goes on.
     *
     * @param code for instance 2396
     */
    record Failure(int code) implements Answer {
      /** Its message is no text of Oracle's. */
      String message() {
        return "ORA-%05d: injected by the stand-in\n".formatted(code);
      }
    }

    /** The connection closes in the middle of the call. */
    record HangUp() implements Answer {}

    /** No answer comes. */
    record Silence() implements Answer {}

    /** One column, one row. */
    static Answer value(String value) {
      return new Rows(List.of("VALUE"), List.of(List.of(value)));
    }

    /** Rows with one column that counts from 1. */
    static Answer rows(int count) {
      return new Rows(
          List.of("NUMBER"),
          IntStream.rangeClosed(1, count)
              .mapToObj(number -> Collections.singletonList("" + number))
              .toList());
    }

    static Answer error(int code) {
      return new Failure(code);
    }

    static Answer hangUp() {
      return new HangUp();
    }

    static Answer silence() {
      return new Silence();
    }
  }
}
