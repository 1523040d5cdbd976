package cloakroom.stress.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.jmeter.control.LoopController;
import org.apache.jmeter.engine.util.CompoundVariable;
import org.apache.jmeter.modifiers.UserParameters;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.property.CollectionProperty;
import org.apache.jmeter.testelement.property.JMeterProperty;
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
final class PlanCheck {
  /** A variable, or one that a function makes a number of. */
  private static final Pattern VARIABLE =
      Pattern.compile("\\$\\{(?:(?<plain>\\w+)|__jexl3\\(.*vars\\.get\\(\"(?<drawn>\\w+)\"\\).*)}");

  private static final String THREADS = AbstractThreadGroup.NUM_THREADS;

  private PlanCheck() {}

  /** Checks that the plan starts a user, and that its numbers are numbers. */
  static void check(HashTree plan, Path file) throws EngineException {
    long users = 0;
    StringJoiner groups = new StringJoiner(" and ");
    for (AbstractThreadGroup group : all(plan, AbstractThreadGroup.class)) {
      long threads = threads(group);
      if (!(group instanceof SetupThreadGroup || group instanceof PostThreadGroup)) {
        users += threads;
        groups.add(group.getName() + "=" + group.getPropertyAsString(THREADS));
      }
    }
    if (groups.length() == 0) {
      throw new EngineException("plan " + file + " has no enabled thread group");
    }
    if (users == 0) {
      throw new EngineException(
          "plan %s starts 0 users (thread group %s): a load needs at least 1", file, groups);
    }
    Map<String, List<String>> variables = userVariables(plan);
    for (ConstantTimer timer : all(plan, ConstantTimer.class)) {
      numbers(timer, ConstantTimer.DELAY, 0, variables);
    }
    for (LoopController loop : all(plan, LoopController.class)) {
      numbers(loop, LoopController.LOOPS, LoopController.INFINITE_LOOP_COUNT, variables);
    }
  }

  /**
   * The texts that a plan's User Parameters give to a variable, one for each group of users that
   * has its own: a plan that thinks for a shorter time while it warms up, say.
   */
  private static Map<String, List<String>> userVariables(HashTree plan) {
    Map<String, List<String>> texts = new TreeMap<>();
    for (UserParameters element : all(plan, UserParameters.class)) {
      CollectionProperty names = element.getNames();
      for (JMeterProperty users : element.getThreadLists()) {
        CollectionProperty values = (CollectionProperty) users;
        for (int i = 0; i < Math.min(names.size(), values.size()); i++) {
          texts
              .computeIfAbsent(names.get(i).getStringValue(), name -> new ArrayList<>())
              .add(values.get(i).getStringValue());
        }
      }
    }
    return texts;
  }

  /** A number that is a variable of the users is checked where each group sets it. */
  private static void numbers(
      TestElement element, String property, int minimum, Map<String, List<String>> variables)
      throws EngineException {
    String asked = element.getPropertyAsString(property);
    Matcher variable = VARIABLE.matcher(asked.strip());
    String name = "";
    if (variable.matches()) {
      String plain = variable.group("plain");
      name = plain == null ? variable.group("drawn") : plain;
    }
    for (String text : variables.getOrDefault(name, List.of(asked))) {
      number(element, property, text, minimum);
    }
  }

  /** The users of a group that several engines can share; fails for one that is no plain number. */
  static long divisible(AbstractThreadGroup group) throws EngineException {
    if (group instanceof ThreadGroup) {
      return threads(group);
    }
    throw new EngineException(
        "thread group '%s' has no number of users, so that engines cannot share them; run the plan without --engines",
        group.getName());
  }

  /** Other kinds of thread group, such as the open model, count as one user at least. */
  private static long threads(AbstractThreadGroup group) throws EngineException {
    if (!(group instanceof ThreadGroup)) {
      return 1;
    }
    number(group, ThreadGroup.RAMP_TIME, group.getPropertyAsString(ThreadGroup.RAMP_TIME), 0);
    return number(group, THREADS, group.getPropertyAsString(THREADS), 0);
  }

  private static <T> Collection<T> all(HashTree plan, Class<T> type) {
    SearchByClass<T> search = new SearchByClass<>(type);
    plan.traverse(search);
    return search.getSearchResults();
  }

  /** The value of a numeric property; 0 if it depends on variables that only a thread has. */
  private static long number(TestElement element, String property, String text, long minimum)
      throws EngineException {
    String value = evaluate(text);
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
    throw new EngineException(
        "element '%s' of the plan has %s=%s (from %s): it needs a whole number of at least %d",
        element.getName(), property, value, text, minimum);
  }

  private static String evaluate(String text) {
    return new CompoundVariable(text).execute().strip();
  }
}
