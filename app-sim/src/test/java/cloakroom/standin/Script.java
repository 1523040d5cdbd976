package cloakroom.standin;

import cloakroom.standin.Call.Kind;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

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
}
