package cloakroom.stress.load;

import cloakroom.stress.folder.SampleColumn;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.jmeter.control.GenericController;
import org.apache.jmeter.control.IncludeController;
import org.apache.jmeter.control.TransactionController;
import org.apache.jmeter.sampler.TestAction;
import org.apache.jmeter.samplers.Entry;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.samplers.Sampler;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.property.PropertyIterator;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.JMeterThread;
import org.apache.jmeter.threads.JMeterVariables;
import org.apache.jmeter.threads.SamplePackage;
import org.apache.jmeter.timers.ConstantTimer;
import org.apache.jmeter.timers.GaussianRandomTimer;
import org.apache.jmeter.timers.PoissonRandomTimer;
import org.apache.jmeter.timers.Timer;
import org.apache.jmeter.timers.UniformRandomTimer;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.collections.HashTree;

/**
 * JMeter timers and controllers that add their waits to the thread's {@link DueTime}. The nested
 * classes are public because JMeter clones elements by reflection.
 */
final class InstrumentedElements {
  private static final Map<Class<? extends TestElement>, Supplier<TestElement>> SUBSTITUTES =
      Map.of(
          ConstantTimer.class, ConstantWait::new,
          UniformRandomTimer.class, UniformWait::new,
          GaussianRandomTimer.class, GaussianWait::new,
          PoissonRandomTimer.class, PoissonWait::new,
          TestAction.class, Pause::new,
          TransactionController.class, Transaction::new);

  private InstrumentedElements() {}

  static void install(HashTree tree) {
    install(tree, SUBSTITUTES);
  }

  /**
   * Replaces each include controller by a plain controller with the included elements. JMeter would
   * otherwise read the included file in each thread, and remote engines do not have this file.
   */
  static void keepIncluded(HashTree tree) {
    install(tree, Map.of(IncludeController.class, GenericController::new));
  }

  private static void install(
      HashTree tree, Map<Class<? extends TestElement>, Supplier<TestElement>> substitutes) {
    for (Object node : List.copyOf(tree.list())) {
      install(tree.getTree(node), substitutes);
      if (substitutes.containsKey(node.getClass())) {
        TestElement substitute = substitutes.get(node.getClass()).get();
        PropertyIterator properties = ((TestElement) node).propertyIterator();
        while (properties.hasNext()) {
          substitute.setProperty(properties.next());
        }
        tree.replaceKey(node, substitute);
      }
    }
  }

  /**
   * Marks the wait before a sample as unknown if one of its timers is not instrumented, such as a
   * throughput timer. The response time then starts at the actual send and excludes this wait.
   */
  static void noteUnknownWaits() {
    Object running = variables().getObject(JMeterThread.PACKAGE_OBJECT);
    if (running instanceof SamplePackage pack
        && !pack.getTimers().stream().allMatch(Wait.class::isInstance)) {
      DueTime.current().addUnknownWait();
    }
  }

  private static JMeterVariables variables() {
    return JMeterContextService.getContext().getVariables();
  }

  interface Wait extends Timer {
    float FACTOR = JMeterUtils.getPropDefault("timer.factor", 1.0f);

    default long noted(long milliseconds) {
      DueTime due = DueTime.current();
      due.add(isModifiable() ? Math.round(milliseconds * FACTOR) : milliseconds);
      return SequentialScheduler.pass(due.left(milliseconds));
    }
  }

  public static final class ConstantWait extends ConstantTimer implements Wait {
    @Override
    public long delay() {
      return noted(super.delay());
    }
  }

  public static final class UniformWait extends UniformRandomTimer implements Wait {
    @Override
    public long delay() {
      return noted(super.delay());
    }
  }

  public static final class GaussianWait extends GaussianRandomTimer implements Wait {
    @Override
    public long delay() {
      return noted(super.delay());
    }
  }

  public static final class PoissonWait extends PoissonRandomTimer implements Wait {
    @Override
    public long delay() {
      return noted(super.delay());
    }
  }

  /** JMeter's Flow Control Action. Adds its pause to the due time, as a timer adds its wait. */
  public static final class Pause extends TestAction {
    @Override
    public SampleResult sample(Entry entry) {
      noteUnknownWaits();
      if (getAction() == PAUSE) {
        DueTime.current().add(duration());
        if (SequentialScheduler.pass(duration()) < duration()) {
          return null; // JMeter's result of a pause
        }
      }
      return super.sample(entry);
    }

    private long duration() {
      try {
        return Long.parseLong(getDurationAsString());
      } catch (NumberFormatException e) {
        return 0; // like JMeter
      }
    }
  }

  /**
   * Transaction Controller that writes the due time of its first request into its result row.
   * JMeter's own controller would write due time and error of the last request.
   */
  public static final class Transaction extends TransactionController {
    private transient String due;

    @Override
    public Sampler next() {
      if (isFirst()) {
        due = null;
      }
      Sampler next = super.next();
      SequentialScheduler.setTransaction(next == null ? "" : getName());
      return next;
    }

    @Override
    public void sampleOccurred(SampleEvent event) {
      super.sampleOccurred(event);
      if (due == null && !event.isTransactionSampleEvent()) {
        due = variables().get(SampleColumn.DUE.label());
      }
    }

    @Override
    protected void notifyListeners() {
      if (due != null) {
        variables().put(SampleColumn.DUE.label(), due);
      }
      variables().put(SampleColumn.TIER_ERROR.label(), "");
      variables().put(SampleColumn.ERROR_CLASS.label(), "");
      super.notifyListeners();
    }
  }
}
