package cloakroom.stress.run;

import cloakroom.contract.FaultOrder;
import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.Records;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a child answers to its orders, one after the other. */
final class FaultAnswers {
  /** A server that was killed may have much to recover. */
  private static final long SECONDS = 90;

  private final BlockingQueue<FaultOrder.Done> told = new LinkedBlockingQueue<>();

  /** Listens to all that the child tells. */
  void hear(JsonNode event) {
    if (event.path("event").asText().equals(FaultOrder.Done.EVENT)) {
      told.add(Records.of(event, FaultOrder.Done.class));
    }
  }

  /** Orders something and waits until it is so; returns why it is not, or nothing. */
  synchronized String order(ChildProcess child, FaultOrder order) {
    told.clear();
    child.send(order.line());
    try {
      FaultOrder.Done answer = told.poll(SECONDS, TimeUnit.SECONDS);
      return answer == null ? "no answer within " + SECONDS + " s" : answer.failure();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
