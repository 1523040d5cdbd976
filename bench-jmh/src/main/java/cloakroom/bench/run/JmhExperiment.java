package cloakroom.bench.run;

import cloakroom.bench.study.Experiment;
import cloakroom.bench.study.Needs;
import cloakroom.bench.study.StudyCard;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;

/** A study that is a JMH benchmark. What it needs and does not find is left out, with a line. */
final class JmhExperiment implements Experiment {
  private final StudyCard card;
  private Collection<RunResult> results = List.of();

  JmhExperiment(StudyCard card) {
    this.card = card;
  }

  /** The card's experiment: its own, which may take the card, or that of its benchmark. */
  static Experiment of(StudyCard card) {
    return Experiment.class.isAssignableFrom(card.benchmark())
        ? (Experiment) made(card)
        : new JmhExperiment(card);
  }

  private static Object made(StudyCard card) {
    Class<?> type = card.benchmark();
    try {
      for (Constructor<?> constructor : type.getConstructors()) {
        if (List.of(constructor.getParameterTypes()).equals(List.of(StudyCard.class))) {
          return constructor.newInstance(card);
        }
      }
      return type.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " cannot be made without arguments", e);
    }
  }

  @Override
  public StudyCard card() {
    return card;
  }

  @Override
  public StudyResult run(StudyRun.Plan plan, StudyRun.Listener listener) {
    if (!Needs.class.isAssignableFrom(card.benchmark())) {
      return measure(card, plan, listener);
    }
    Needs needs = (Needs) made(card);
    Map<String, String> absent = new TreeMap<>(needs.absent());
    absent.keySet().retainAll(asked(plan).get(needs.parameter()));
    StudyCard possible = without(absent, needs.parameter());
    List<String> lines = lines(absent);
    if (possible.parameters().get(needs.parameter()).isEmpty()) {
      return new StudyResult(card, List.of(), List.of(), lines, 0);
    }
    lines.addAll(needs.remarks());
    try {
      return of(measure(possible, plan, listener), lines);
    } catch (StudyFailure e) {
      throw e.with(of(e.before(), lines));
    }
  }

  private Map<String, List<String>> asked(StudyRun.Plan plan) {
    Map<String, List<String>> asked = new TreeMap<>(card.parameters());
    if (plan.full()) {
      asked.putAll(card.full());
    }
    return asked;
  }

  private StudyResult measure(StudyCard what, StudyRun.Plan plan, StudyRun.Listener listener) {
    StudyRun run = new StudyRun(what, plan, listener);
    try {
      return run.run();
    } finally {
      results = run.jmhResults();
    }
  }

  /** The same as a result of the whole card, with what was left out before what went missing. */
  private StudyResult of(StudyResult possible, List<String> leftOut) {
    List<String> lines = new ArrayList<>(leftOut);
    lines.addAll(possible.absent());
    return new StudyResult(
        card, possible.points(), possible.ratios(), lines, possible.remarks(), possible.seconds());
  }

  private StudyCard without(Map<String, String> absent, String parameter) {
    return new StudyCard(
        card.id(),
        card.title(),
        card.question(),
        card.benchmark(),
        without(card.parameters(), parameter, absent),
        without(card.full(), parameter, absent),
        card.xParameter(),
        card.chart(),
        card.ratios(),
        card.published());
  }

  private static Map<String, List<String>> without(
      Map<String, List<String>> parameters, String parameter, Map<String, String> absent) {
    Map<String, List<String>> left = new TreeMap<>(parameters);
    left.computeIfPresent(
        parameter,
        (name, values) -> values.stream().filter(value -> !absent.containsKey(value)).toList());
    return left;
  }

  /** One line for each reason, not for each value. */
  private static List<String> lines(Map<String, String> absent) {
    Map<String, String> values = new LinkedHashMap<>();
    absent.forEach((value, why) -> values.merge(why, value, (a, b) -> a + ", " + b));
    List<String> lines = new ArrayList<>();
    values.forEach((why, names) -> lines.add(names + " absent: " + why));
    return lines;
  }

  @Override
  public Collection<RunResult> jmhResults() {
    return results;
  }
}
