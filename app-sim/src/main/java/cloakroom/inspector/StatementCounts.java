package cloakroom.inspector;

import cloakroom.contract.InspectionResult.StatementUse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counters of executions, by SQL text without values. A limit on the texts bounds the memory. */
final class StatementCounts {
  private static final int MAX_STATEMENTS = 200;

  private final Map<String, Long> executions = new LinkedHashMap<>();
  private long more;

  synchronized void add(String statement, long times) {
    if (executions.containsKey(statement) || executions.size() < MAX_STATEMENTS) {
      executions.merge(statement, times, Long::sum);
    } else {
      more += times;
    }
  }

  synchronized void addAll(StatementCounts borrow) {
    borrow.results().forEach(each -> add(each.statement(), each.executions()));
    more += borrow.more();
  }

  /** Returns the number of executions of statements above the limit. */
  synchronized long more() {
    return more;
  }

  synchronized List<StatementUse> results() {
    return executions.entrySet().stream()
        .map(each -> new StatementUse(each.getKey(), each.getValue()))
        .toList();
  }
}
