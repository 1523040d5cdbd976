package cloakroom.stress.load;

import cloakroom.contract.SteadyTime;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.Random;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.openmodel.OpenModelThreadGroup;
import org.apache.jmeter.threads.openmodel.ParserException;
import org.apache.jmeter.threads.openmodel.ThreadScheduleProcessGenerator;
import org.apache.jmeter.threads.openmodel.ThreadScheduleUtils;
import org.apache.jmeter.threads.openmodel.TokenizerException;

/**
 * When the sessions of an open model's group are due: JMeter's own schedule, drawn once more from
 * the same seed. JMeter starts a session late without a word when it cannot keep up.
 */
final class Arrivals {
  private final long begin = JMeterContextService.getTestStartTime();
  private final boolean known;
  private final PrimitiveIterator.OfDouble schedule;
  private final List<Long> moments = new ArrayList<>();

  Arrivals(OpenModelThreadGroup group) {
    known = group.getRandomSeed() != 0;
    try {
      schedule =
          new ThreadScheduleProcessGenerator(
              new Random(group.getRandomSeed()),
              ThreadScheduleUtils.ThreadSchedule(group.getScheduleString()));
    } catch (ParserException | TokenizerException e) {
      throw new IllegalStateException(e); // JMeter has read the same text
    }
  }

  /** Epoch milliseconds; now, of a schedule whose seed JMeter drew for itself. */
  synchronized long due(int number) {
    while (known && moments.size() <= number && schedule.hasNext()) {
      moments.add(begin + Math.round(1000 * schedule.nextDouble()));
    }
    return known && number < moments.size() ? moments.get(number) : SteadyTime.millis();
  }
}
