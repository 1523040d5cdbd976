package cloakroom.stress.load;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.jmeter.control.TransactionController;
import org.apache.jmeter.sampler.TestAction;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.property.PropertyIterator;
import org.apache.jmeter.timers.ConstantTimer;
import org.apache.jmeter.timers.GaussianRandomTimer;
import org.apache.jmeter.timers.PoissonRandomTimer;
import org.apache.jmeter.timers.UniformRandomTimer;
import org.apache.jorphan.collections.HashTree;

/** Puts the elements that note what they do in the place of JMeter's own, in a loaded plan. */
final class RecordedElements {
  private static final Map<Class<? extends TestElement>, Supplier<TestElement>> SUBSTITUTES =
      Map.of(
          ConstantTimer.class, RecordedConstantTimer::new,
          UniformRandomTimer.class, RecordedUniformRandomTimer::new,
          GaussianRandomTimer.class, RecordedGaussianRandomTimer::new,
          PoissonRandomTimer.class, RecordedPoissonRandomTimer::new,
          TestAction.class, RecordedPause::new,
          TransactionController.class, RecordedTransaction::new);

  private RecordedElements() {}

  /** Replaces every element that has a substitute; what stands below it stays. */
  static void install(HashTree tree) {
    for (Object node : List.copyOf(tree.list())) {
      install(tree.getTree(node));
      if (SUBSTITUTES.containsKey(node.getClass())) {
        tree.replaceKey(node, substitute((TestElement) node));
      }
    }
  }

  private static TestElement substitute(TestElement original) {
    TestElement recorded = SUBSTITUTES.get(original.getClass()).get();
    PropertyIterator properties = original.propertyIterator();
    while (properties.hasNext()) {
      recorded.setProperty(properties.next());
    }
    return recorded;
  }
}
