package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.contract.Counter;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.policy.Preset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** The transitions T1 to T13: schedules of one request after another, in transitions.txt. */
class TransitionTableTest {
  private static final Pattern OF_A_SESSION =
      Pattern.compile("([-^~]?)([a-z]+\\d*)([(:?#%)]?)(?:!([A-Z_]+))?");

  private final Map<String, SessionCookie> sessions = new HashMap<>();
  private final Map<String, String> left = new HashMap<>();
  private final Map<String, CheckOut<FakeModule>> running = new HashMap<>();
  private PoolFixture f;
  private int serial;
  private int filled;

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvFileSource(resources = "transitions.txt", delimiter = '|')
  void schedule_followsTable(Preset preset, String settings, String schedule) {
    f = PoolFixture.of(preset, settings == null ? new String[0] : settings.split("[ =]", -1));
    for (String step : schedule.split(" ", -1)) {
      try {
        perform(step);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("at " + step + ": " + e.getMessage(), e);
      }
    }
  }

  private void perform(String step) {
    String[] sides = step.split("=", -1);
    int number = step.matches("\\D+\\d+") ? Integer.parseInt(step.replaceAll("\\D", "")) : 0;
    if (sides.length == 2) {
      assertThat(metric(sides[0])).isEqualTo(Long.parseLong(sides[1]));
    } else if (step.startsWith("+")) {
      f.advance(number);
    } else if (step.startsWith("fill")) {
      for (int i = 0; i < number; i++) {
        request("s" + filled++);
        f.advance(1);
      }
    } else if (step.startsWith("again")) {
      for (int i = filled - number; i < filled; i++) {
        request("s" + i);
      }
    } else {
      switch (step) {
        case "clean" -> f.pool.cleanUp();
        case "close" -> f.pool.close();
        case "down", "up" -> f.store.down = "down".equals(step);
        case "corrupt", "whole" -> f.store.flips = "corrupt".equals(step);
        case "vanish" -> f.store.loseEverything();
        case "internal" -> f.store.connections = f.connections;
        case "refuse" -> f.connections.refusal = new IllegalStateException("no connection");
        case "allow" -> f.connections.refusal = null;
        default -> ofASession(step);
      }
    }
  }

  private void ofASession(String step) {
    Matcher parts = OF_A_SESSION.matcher(step);
    assertThat(parts.matches()).as("a step").isTrue();
    String name = parts.group(2);
    String refusal = parts.group(4);
    switch (parts.group(1)) {
      case "-" -> f.pool.endSession(session(name), SessionCookie.End.LOGOUT);
      case "^" -> f.pool.endSession(session(name), SessionCookie.End.EXPIRED);
      case "~" -> f.pool.endSession(session(name), SessionCookie.End.CRASH);
      default -> {
        if (refusal == null) {
          inARequest(name, parts.group(3));
        } else {
          assertThatThrownBy(() -> inARequest(name, parts.group(3)))
              .satisfies(
                  e ->
                      assertThat(e instanceof CheckOutException c ? c.reason().name() : "REFUSED")
                          .isEqualTo(refusal));
        }
      }
    }
  }

  private void inARequest(String name, String what) {
    switch (what) {
      case "(" -> running.put(name, checkOut(name));
      case "#" -> running.get(name).module().lease.markBroken();
      case "%" -> running.get(name).transactionEnded();
      case ":" -> checkOut(name).checkIn();
      case ")" -> {
        CheckOut<FakeModule> out = running.remove(name);
        leave(name, out);
        out.checkIn();
      }
      case "?" -> {
        left.remove(name);
        request(name);
      }
      default -> request(name);
    }
  }

  private void request(String name) {
    CheckOut<FakeModule> out = checkOut(name);
    leave(name, out);
    out.checkIn();
  }

  private CheckOut<FakeModule> checkOut(String name) {
    CheckOut<FakeModule> out = f.pool.checkOut(session(name));
    assertThat(out.module().state).isEqualTo(left.getOrDefault(name, ""));
    return out;
  }

  private void leave(String name, CheckOut<FakeModule> out) {
    left.put(name, name + ":" + ++serial);
    out.module().state = left.get(name);
    out.touch();
  }

  private SessionCookie session(String name) {
    return sessions.computeIfAbsent(name, PoolFixture::session);
  }

  private long metric(String name) {
    Map<Counter, Long> now = f.pool.statistics();
    return switch (name) {
      case "instances" -> now.get(Counter.INSTANCES);
      case "busy" -> now.get(Counter.BUSY);
      case "free" -> now.get(Counter.FREE);
      case "referenced" -> now.get(Counter.REFERENCED);
      case "reserved" -> now.get(Counter.RESERVED);
      case "statesInMemory" -> now.get(Counter.STATES_IN_MEMORY);
      case "connectionsHeld" -> now.get(Counter.CONNECTIONS_HELD);
      case "out" -> f.connections.out();
      case "borrowed" -> f.connections.lent.size();
      case "cleaned" -> f.connections.lent.stream().mapToInt(lease -> lease.cleaned).sum();
      case "rolledBack" -> f.connections.lent.stream().filter(lease -> lease.rolledBack).count();
      case "stored" -> f.store.size();
      case "peak" -> f.store.peakConnections;
      case "unsaved" -> f.pool.unsavedStates();
      case "built" -> f.built.size();
      case "inMemory" -> f.built.stream().filter(module -> !module.state.isEmpty()).count();
      default ->
          f.count(
              Arrays.stream(Counter.values())
                  .filter(count -> count.label().equals(name))
                  .findFirst()
                  .orElseThrow());
    };
  }
}
