package cloakroom.stress.load;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.stress.process.StressFailure;
import java.nio.file.Path;
import java.util.Collection;
import java.util.StringJoiner;
import org.apache.jmeter.control.LoopController;
import org.apache.jmeter.engine.util.CompoundVariable;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.threads.AbstractThreadGroup;
import org.apache.jmeter.threads.PostThreadGroup;
import org.apache.jmeter.threads.SetupThreadGroup;
import org.apache.jmeter.threads.ThreadGroup;
import org.apache.jmeter.timers.ConstantTimer;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;

/**
 * Finds what JMeter would pass over in silence: it takes a number that it cannot read as 0, so a
 * mistyped think time would become a flood and a mistyped user count a run of nobody.
 */
final class PlanValidator {
  private static final String THREADS = AbstractThreadGroup.NUM_THREADS;

  private PlanValidator() {}

  /** Checks that the plan starts a user, and that its numbers are numbers. */
  static void check(HashTree plan, Path file) {
    long users = 0;
    StringJoiner groups = new StringJoiner(" and ");
    for (AbstractThreadGroup group : all(plan, AbstractThreadGroup.class)) {
      long threads = threads(group);
      if (!(group instanceof SetupThreadGroup || group instanceof PostThreadGroup)) {
        users += threads;
        groups.add(group.getName() + "=" + group.getPropertyAsString(THREADS));
      }
    }
    refuseIf(groups.length() == 0, "plan %s has no enabled thread group", file);
    if (users == 0) {
      throw StressFailure.wrongUse(
          "plan %s starts 0 users (thread group %s): a load needs at least 1", file, groups);
    }
    for (ConstantTimer timer : all(plan, ConstantTimer.class)) {
      number(timer, ConstantTimer.DELAY, 0);
    }
    for (LoopController loop : all(plan, LoopController.class)) {
      number(loop, LoopController.LOOPS, LoopController.INFINITE_LOOP_COUNT);
    }
  }

  /** The users of a group that several engines can share; fails for one that is no plain number. */
  static long divisible(AbstractThreadGroup group) {
    if (group instanceof ThreadGroup) {
      return threads(group);
    }
    throw StressFailure.wrongUse(
        "thread group '%s' has no number of users, so that engines cannot share them; run the plan without --engines",
        group.getName());
  }

  /** Other kinds of thread group, such as the open model, count as one user at least. */
  private static long threads(AbstractThreadGroup group) {
    if (!(group instanceof ThreadGroup)) {
      return 1;
    }
    number(group, ThreadGroup.RAMP_TIME, 0);
    return number(group, THREADS, 0);
  }

  private static <T> Collection<T> all(HashTree plan, Class<T> type) {
    SearchByClass<T> search = new SearchByClass<>(type);
    plan.traverse(search);
    return search.getSearchResults();
  }

  /** The value of a numeric property; 0 if it depends on variables that only a thread has. */
  private static long number(TestElement element, String property, long minimum) {
    String text = element.getPropertyAsString(property);
    boolean ofThread = text.contains("vars.");
    String value = ofThread ? "" : new CompoundVariable(text).execute().strip();
    if (value.isEmpty() || value.contains("${")) {
      return 0;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= minimum) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw StressFailure.wrongUse(
        "element '%s' of the plan has %s=%s (from %s): it needs a whole number of at least %d",
        element.getName(), property, value, text, minimum);
  }
}
