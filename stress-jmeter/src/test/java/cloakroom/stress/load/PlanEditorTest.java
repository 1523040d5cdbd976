package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.application.ApplicationDefinition;
import cloakroom.stress.plan.PlanWriter;
import cloakroom.stress.plan.PlanWriterTest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.jmeter.gui.GuiPackage;
import org.apache.jmeter.gui.JMeterGUIComponent;
import org.apache.jmeter.gui.tree.JMeterTreeListener;
import org.apache.jmeter.gui.tree.JMeterTreeModel;
import org.apache.jmeter.gui.tree.JMeterTreeNode;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.testbeans.gui.TestBeanGUI;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.ListedHashTree;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlanEditorTest {
  @BeforeAll
  static void jmeter() throws Exception {
    Plans.prepareJMeter();
  }

  /** Also shows that no editor loses or resets a property, as some do with functions in a list. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "adf-session",
        "state-kinds",
        "open-arrivals",
        "lull-and-burst",
        "soak",
        "mixed",
        "upload"
      })
  void planOpenedAndSavedInTheEditors_staysTheSameToTheLetter(String name) throws Exception {
    assertSame(name, Plans.ADF_SESSION.resolveSibling(name + ".jmx"));
  }

  @Test
  void generatedPlans_openedAndSaved_stayTheSame(@TempDir Path folder) throws Exception {
    for (ApplicationDefinition app :
        List.of(PlanWriterTest.typical(), PlanWriterTest.hr(PlanWriterTest.MARKOV))) {
      Path plan = Files.writeString(folder.resolve("plan.jmx"), PlanWriter.jmx(app));
      assertSame(app.name() + "-generated", plan);
    }
  }

  private static void assertSame(String name, Path plan) throws Exception {
    String again = savedAgain(plan);

    Files.writeString(Path.of("target", name + "-saved-again.jmx"), again);
    assertThat(again).isEqualTo(Files.readString(plan));
  }

  /**
   * What stock JMeter's window does with a plan when it opens and saves it, without the window:
   * every element goes into its Swing editor, and the editor makes a new element of what it shows.
   */
  private static String savedAgain(Path plan) throws Exception {
    HashTree loaded = SaveService.loadTree(plan.toFile());
    JMeterTreeModel model = new JMeterTreeModel();
    model.addSubTree(loaded, (JMeterTreeNode) model.getRoot());
    GuiPackage.initInstance(new JMeterTreeListener(model), model);
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    SaveService.saveTree(throughEditors(loaded), saved);
    return saved.toString(StandardCharsets.UTF_8);
  }

  private static HashTree throughEditors(HashTree from) throws Exception {
    HashTree to = new ListedHashTree();
    for (Object node : from.list()) {
      TestElement element =
          node instanceof JMeterTreeNode inWindow ? inWindow.getTestElement() : (TestElement) node;
      to.add(throughEditor(element)).add(throughEditors(from.getTree(node)));
    }
    return to;
  }

  private static TestElement throughEditor(TestElement element) throws Exception {
    JMeterGUIComponent editor = editor(element);
    editor.clearGui();
    editor.configure(element);
    TestElement back = editor.createTestElement();
    editor.modifyTestElement(back);
    return back;
  }

  private static JMeterGUIComponent editor(TestElement element) throws Exception {
    String name = element.getPropertyAsString(TestElement.GUI_CLASS);
    if (name.endsWith("TestBeanGUI")) {
      return new TestBeanGUI(Class.forName(element.getPropertyAsString(TestElement.TEST_CLASS)));
    }
    return Class.forName(name)
        .asSubclass(JMeterGUIComponent.class)
        .getDeclaredConstructor()
        .newInstance();
  }
}
