package cloakroom.stress.load;

import cloakroom.contract.OneLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.jmeter.JMeter;
import org.apache.jmeter.control.ReplaceableController;
import org.apache.jmeter.gui.tree.JMeterTreeModel;
import org.apache.jmeter.gui.tree.JMeterTreeNode;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.services.FileServer;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;

/**
 * A JMeter plan, loaded as stock JMeter's command line loads it: module controllers resolved,
 * disabled elements dropped.
 */
record LoadPlan(HashTree tree) {

  /** Reads a plan; fails if it is none, needs what is not on the class path, or starts no user. */
  static LoadPlan read(Path file) throws EngineException {
    if (!Files.isRegularFile(file)) {
      throw new EngineException("plan not found: " + file + " is no file");
    }
    // data files that a plan names are relative to the plan
    FileServer.getFileServer().setBaseForScript(file.toFile());
    LoadPlan plan = new LoadPlan(runnable(parse(file), file));
    PlanCheck.check(plan.tree, file);
    RecordedElements.install(plan.tree);
    return plan;
  }

  /** Adds an element of the engine's at the plan's own level, in scope of everything. */
  void add(TestElement element) {
    tree.add(tree.getArray()[0], element);
  }

  private static HashTree parse(Path file) throws EngineException {
    try {
      HashTree parsed = SaveService.loadTree(file.toFile());
      if (parsed == null) {
        throw new EngineException("plan " + file + " is not a JMeter plan: it holds no elements");
      }
      return parsed;
    } catch (IOException | RuntimeException | LinkageError e) {
      throw new EngineException(
          "plan " + file + " is not a plan that this JMeter can read: " + OneLine.ofCause(e));
    }
  }

  private static HashTree runnable(HashTree parsed, Path file) throws EngineException {
    try {
      resolveModules(parsed);
      HashTree runnable = JMeter.convertSubTree(parsed, true);
      if (runnable.isEmpty() || !(runnable.getArray()[0] instanceof TestPlan)) {
        throw new EngineException("plan " + file + " has no enabled Test Plan element");
      }
      return runnable;
    } catch (RuntimeException e) {
      throw new EngineException("plan " + file + " cannot be run: " + OneLine.ofCause(e));
    }
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
