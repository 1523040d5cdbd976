package cloakroom.stress.load;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.platform.OneLine;
import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.jmeter.JMeter;
import org.apache.jmeter.control.ReplaceableController;
import org.apache.jmeter.gui.tree.JMeterTreeModel;
import org.apache.jmeter.gui.tree.JMeterTreeNode;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.services.FileServer;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jmeter.threads.AbstractThreadGroup;
import org.apache.jmeter.threads.SetupThreadGroup;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;

/**
 * A JMeter plan, loaded as stock JMeter's command line loads it: module controllers resolved,
 * disabled elements dropped.
 */
record LoadPlan(HashTree tree) {

  /** Reads a plan; fails if it is none, needs what is not on the class path, or starts no user. */
  static LoadPlan read(Path file) {
    LoadPlan plan = stock(file);
    InstrumentedElements.install(plan.tree);
    return plan;
  }

  /** The same with JMeter's own elements alone, so that nobody knows when requests are due. */
  static LoadPlan stock(Path file) {
    refuseIf(!Files.isRegularFile(file), "plan not found: %s is no file", file);
    // data files that a plan names are relative to the plan
    FileServer.getFileServer().setBaseForScript(file.toFile());
    LoadPlan plan = new LoadPlan(runnable(parse(file), file));
    PlanValidator.check(plan.tree, file);
    return plan;
  }

  /** Adds an element of the engine's at the plan's own level, in scope of everything. */
  void add(TestElement element) {
    tree.add(tree.getArray()[0], element);
  }

  /** The users whom engines share: of several groups the largest has them all. */
  long users() {
    long most = 0;
    for (Object element : tree.getTree(tree.getArray()[0]).list()) {
      if (element instanceof AbstractThreadGroup group && !(group instanceof SetupThreadGroup)) {
        most = Math.max(most, PlanValidator.divisible(group));
      }
    }
    return most;
  }

  /**
   * Leaves one of two phases: the setUp groups, or all others. Engines begin the second one
   * together, which JMeter alone would let each do for itself. Returns whether there is any user.
   */
  boolean keep(boolean setUp, Share share) {
    HashTree elements = tree.getTree(tree.getArray()[0]);
    long users = 0;
    for (Object element : List.copyOf(elements.list())) {
      if (element instanceof AbstractThreadGroup group) {
        if (group instanceof SetupThreadGroup == setUp) {
          long threads = share.of(PlanValidator.divisible(group));
          group.setNumThreads((int) threads);
          users += threads;
        } else {
          elements.remove(element);
        }
      }
    }
    return users > 0;
  }

  /** The part of one of several engines in what all of them do: the first ones take the rest. */
  record Share(int engine, int engines) {
    long of(long all) {
      return (all + engines - 1 - engine) / engines;
    }

    /** How many come before the part of this engine. */
    long before(long all) {
      return engine * (all / engines) + Math.min(engine, all % engines);
    }
  }

  private static HashTree parse(Path file) {
    try {
      return SaveService.loadTree(file.toFile());
    } catch (IOException | RuntimeException | LinkageError e) {
      throw StressFailure.wrongUse(
          "plan " + file + " is not a plan that this JMeter can read: " + OneLine.ofCause(e));
    }
  }

  private static HashTree runnable(HashTree parsed, Path file) {
    refuseIf(parsed == null, "plan %s is not a JMeter plan: it holds no elements", file);
    HashTree runnable;
    try {
      resolveModules(parsed);
      runnable = JMeter.convertSubTree(parsed, true);
      InstrumentedElements.settleIncluded(runnable);
    } catch (RuntimeException e) {
      throw StressFailure.wrongUse("plan " + file + " cannot be run: " + OneLine.ofCause(e));
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
    SearchByClass<ReplaceableController> modules = new SearchByClass<>(ReplaceableController.class);
    parsed.traverse(modules);
    modules.getSearchResults().forEach(module -> module.resolveReplacementSubTree(root));
  }
}
