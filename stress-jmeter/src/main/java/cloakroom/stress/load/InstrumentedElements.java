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
 * JMeter's own elements that make a user wait or group requests, with each wait noted in the
 * thread's {@link DueTime}. They are public because JMeter clones plan elements by reflection.
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

  /** Replaces every element of a plan that has a substitute; what stands below it stays. */
  static void install(HashTree tree) {
    install(tree, SUBSTITUTES);
  }

  /**
   * Lets what a plan includes stand in it: JMeter would read the file again for every thread, and
   * on an engine elsewhere not find it.
   */
  static void settleIncluded(HashTree tree) {
    install(tree, Map.of(IncludeController.class, GenericController::new));
  }

  private static void install(
      HashTree tree, Map<Class<? extends TestElement>, Supplier<TestElement>> substitutes) {
    for (Object node : List.copyOf(tree.list())) {
      install(tree.getTree(node), substitutes);
      if (substitutes.containsKey(node.getClass())) {
        tree.replaceKey(
            node, substitute((TestElement) node, substitutes.get(node.getClass()).get()));
      }
    }
  }

  private static TestElement substitute(TestElement original, TestElement recorded) {
    PropertyIterator properties = original.propertyIterator();
    while (properties.hasNext()) {
      recorded.setProperty(properties.next());
    }
    return recorded;
  }

  /**
   * Looks at the timers of the element that this thread runs for some that the engine cannot ask,
   * such as the throughput timers: they wait for a slot of their own schedule. What follows them is
   * due when it is sent, so that their wait is in no figure.
   */
  static void noteUnknownWaits() {
    Object running = variables().getObject(JMeterThread.PACKAGE_OBJECT);
    if (running instanceof SamplePackage pack
        && !pack.getTimers().stream().allMatch(Wait.class::isInstance)) {
      DueTime.current().askedForUnknown();
    }
  }

  private static JMeterVariables variables() {
    return JMeterContextService.getContext().getVariables();
  }

  /** A timer that tells how long it waits. */
  interface Wait extends Timer {
    /** JMeter stretches modifiable timers by this property, after they have answered. */
    float FACTOR = JMeterUtils.getPropDefault("timer.factor", 1.0f);

    /** Notes a wait and hands on what of it takes time. */
    default long noted(long milliseconds) {
      DueTime point = DueTime.current();
      point.asked(isModifiable() ? Math.round(milliseconds * FACTOR) : milliseconds);
      return SequentialScheduler.pass(point.left(milliseconds));
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

  /** JMeter's Flow Control Action: its own pause is think time as much as a timer below it. */
  public static final class Pause extends TestAction {
    @Override
    public SampleResult sample(Entry entry) {
      noteUnknownWaits();
      if (getAction() == PAUSE) {
        DueTime.current().asked(duration());
        if (SequentialScheduler.pass(duration()) < duration()) {
          return null; // as of a pause that has passed
        }
      }
      return super.sample(entry);
    }

    private long duration() {
      try {
        return Long.parseLong(getDurationAsString());
      } catch (NumberFormatException e) {
        return 0; // as JMeter takes it
      }
    }
  }

  /**
   * JMeter's Transaction Controller: its row is due when its first request was, and has no error of
   * the tier's. Without it the row would show both of its last request.
   */
  public static final class Transaction extends TransactionController {
    private transient String due;

    @Override
    public Sampler next() {
      if (isFirst()) {
        due = null;
      }
      Sampler next = super.next();
      SequentialScheduler.inside(next == null ? "" : getName());
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
