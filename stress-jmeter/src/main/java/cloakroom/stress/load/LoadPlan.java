package cloakroom.stress.load;

import static cloakroom.stress.process.StressFailure.refuseIf;
import static cloakroom.stress.process.StressFailure.wrongUse;

import cloakroom.platform.OneLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.StringJoiner;
import org.apache.jmeter.JMeter;
import org.apache.jmeter.control.LoopController;
import org.apache.jmeter.control.ReplaceableController;
import org.apache.jmeter.engine.util.CompoundVariable;
import org.apache.jmeter.gui.tree.JMeterTreeModel;
import org.apache.jmeter.gui.tree.JMeterTreeNode;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.services.FileServer;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jmeter.threads.AbstractThreadGroup;
import org.apache.jmeter.threads.PostThreadGroup;
import org.apache.jmeter.threads.SetupThreadGroup;
import org.apache.jmeter.threads.ThreadGroup;
import org.apache.jmeter.timers.ConstantTimer;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;

/**
 * JMeter plan, loaded as by JMeter's command line: module controllers are replaced by their
 * targets, and disabled elements are removed.
 */
record LoadPlan(HashTree tree) {
  private static final String THREADS = AbstractThreadGroup.NUM_THREADS;

  /** Reads a plan with timers that record their waits. Throws StressFailure if it is invalid. */
  static LoadPlan read(Path file) {
    LoadPlan plan = stock(file);
    InstrumentedElements.install(plan.tree);
    return plan;
  }

  /** Reads a plan with JMeter's original timers, for engines without Cloakroom's classes. */
  static LoadPlan stock(Path file) {
    refuseIf(!Files.isRegularFile(file), "plan not found: %s is no file", file);
    // JMeter resolves relative names of data files against the plan's folder.
    FileServer.getFileServer().setBaseForScript(file.toFile());
    LoadPlan plan = new LoadPlan(load(file));
    check(plan.tree, file);
    return plan;
  }

  void add(TestElement element) {
    tree.add(tree.getArray()[0], element);
  }

  long users() {
    return topElements().list().stream()
        .filter(group -> group instanceof AbstractThreadGroup && !isWarmUp(group))
        .mapToLong(group -> divisible((AbstractThreadGroup) group))
        .max()
        .orElse(0);
  }

  private HashTree topElements() {
    return tree.getTree(tree.getArray()[0]);
  }

  private static boolean isWarmUp(Object group) {
    return group instanceof SetupThreadGroup;
  }

  /**
   * Keeps only the thread groups of one phase, with this engine's share of the users. The warm-up
   * phase consists of setUp groups. The phases run separately, because all engines must be warm
   * before one measures. Returns false if no users remain.
   */
  boolean keep(boolean warmUp, Share share) {
    HashTree elements = topElements();
    long users = 0;
    for (Object element : List.copyOf(elements.list())) {
      if (element instanceof AbstractThreadGroup group && isWarmUp(group) == warmUp) {
        long threads = share.of(divisible(group));
        group.setNumThreads((int) threads);
        users += threads;
      } else if (element instanceof AbstractThreadGroup) {
        elements.remove(element);
      }
    }
    return users > 0;
  }

  record Share(int engine, int engines) {
    long of(long all) {
      return (all + engines - 1 - engine) / engines;
    }

    long before(long all) {
      return engine * (all / engines) + Math.min(engine, all % engines);
    }
  }

  private static HashTree load(Path file) {
    HashTree parsed;
    try {
      parsed = SaveService.loadTree(file.toFile());
    } catch (IOException | RuntimeException | LinkageError e) {
      throw wrongUse(
          "plan " + file + " is not a plan that this JMeter can read: " + OneLine.ofCause(e));
    }
    refuseIf(parsed == null, "plan %s is not a JMeter plan: it contains no elements", file);
    HashTree runnable;
    try {
      resolveModules(parsed);
      runnable = JMeter.convertSubTree(parsed, true);
      InstrumentedElements.keepIncluded(runnable);
    } catch (RuntimeException e) {
      throw wrongUse("plan " + file + " cannot be run: " + OneLine.ofCause(e));
    }
    boolean enabled = !runnable.isEmpty() && runnable.getArray()[0] instanceof TestPlan;
    refuseIf(!enabled, "plan %s has no enabled Test Plan element", file);
    return runnable;
  }

  private static void resolveModules(HashTree parsed) {
    @SuppressWarnings("deprecation") // the only model that works without a window
    JMeterTreeModel model = new JMeterTreeModel(new Object());
    JMeterTreeNode root = (JMeterTreeNode) model.getRoot();
    try {
      model.addSubTree(parsed, root);
    } catch (org.apache.jmeter.exceptions.IllegalUserActionException e) {
      throw new IllegalStateException(e);
    }
    all(parsed, ReplaceableController.class).forEach(it -> it.resolveReplacementSubTree(root));
  }

  /**
   * Rejects a plan without users or with numbers that JMeter would silently read as 0. For
   * instance, a mistyped think time would remove all pauses.
   */
  private static void check(HashTree plan, Path file) {
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
      throw wrongUse(
          "plan %s starts 0 users (thread group %s): a load needs at least 1", file, groups);
    }
    for (ConstantTimer timer : all(plan, ConstantTimer.class)) {
      number(timer, ConstantTimer.DELAY, 0);
    }
    for (LoopController loop : all(plan, LoopController.class)) {
      number(loop, LoopController.LOOPS, LoopController.INFINITE_LOOP_COUNT);
    }
  }

  private static long divisible(AbstractThreadGroup group) {
    if (group instanceof ThreadGroup) {
      return threads(group);
    }
    throw wrongUse(
        "thread group '%s' has no number of users, so that engines cannot share them; run the plan without --engines",
        group.getName());
  }

  /** Returns the user count of a thread group; 1 if its type has no fixed user count. */
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

  /**
   * Returns a numeric property; 0 if it depends on variables, which have values only in a thread.
   */
  private static long number(TestElement element, String property, long minimum) {
    String text = element.getPropertyAsString(property);
    String value = text.contains("vars.") ? "" : new CompoundVariable(text).execute().strip();
    if (value.isEmpty() || value.contains("${")) {
      return 0;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= minimum) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Not a number: the exception below contains the text.
    }
    throw wrongUse(
        "element '%s' of the plan has %s=%s (from %s): it needs a whole number of at least %d",
        element.getName(), property, value, text, minimum);
  }
}
