package cloakroom.module;

import cloakroom.module.ModuleInstance.State;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Interleavings of a few threads, each one session, in {@link InstanceTable}: every result must be
 * one of sequential calls. {@code -Dcloakroom.lincheck.iterations=N} tries more scenarios than 1.
 */
@Tag("full")
@Tag("scalable")
@Param(name = "session", gen = ThreadIdGen.class)
public class InstanceTableLincheckTest {
  private static final int SESSIONS = 8;

  /** Requests that are running when the threads start, so that their ends can meet. */
  private static final int BUSY_AT_FIRST = 3;

  private static final ReleasePolicy POLICY =
      Preset.STICKY
          .policy()
          .with(
              Map.of(
                  "jbo.recyclethreshold", "1",
                  "jbo.ampool.maxpoolsize", "3",
                  "cloakroom.ampool.maxwait", "0"));

  private final AtomicLong clock = new AtomicLong();
  private final InstanceTable<FakeModule> table =
      new InstanceTable<>("pool", POLICY, new TierCounters(), clock::getAndIncrement);
  private final SessionCookie[] cookies = new SessionCookie[SESSIONS];
  private final SessionCookie[] victims = new SessionCookie[SESSIONS];

  public InstanceTableLincheckTest() {
    for (int i = 0; i < SESSIONS; i++) {
      cookies[i] = PoolFixture.session("s" + i);
    }
    for (int i = 0; i < BUSY_AT_FIRST; i++) {
      table.claim(cookies[i]);
    }
  }

  @Operation
  public String claim(@Param(name = "session") int session) {
    try {
      InstanceTable.Claim<FakeModule> claim = table.claim(cookies[session]);
      victims[session] = claim.victim();
      return claim.transition() + " " + claim.instance().id + " " + claim.victim();
    } catch (CheckOutException e) {
      return e.reason().name();
    }
  }

  @Operation
  public String store(@Param(name = "session") int session) {
    SessionCookie victim = victims[session];
    victims[session] = null;
    if (victim != null) {
      table.finishDetachment(victim);
    }
    return "stored " + victim;
  }

  @Operation
  public String reattach(@Param(name = "session") int session) {
    SessionCookie victim = victims[session];
    victims[session] = null;
    if (victim != null && cookies[session].busy) {
      table.reattach(own(session), victim);
      return "reattached to " + victim;
    }
    if (victim != null) {
      table.finishDetachment(victim);
    }
    return "nothing to reattach";
  }

  @Operation
  public boolean reference(@Param(name = "session") int session) {
    return cookies[session].busy && table.keep(own(session), State.REFERENCED);
  }

  @Operation
  public boolean release(@Param(name = "session") int session) {
    boolean busy = cookies[session].busy;
    if (busy) {
      table.release(own(session), State.FREE);
    }
    return busy;
  }

  @Operation
  public String statistics() {
    return table.statistics().toString();
  }

  @SuppressWarnings("unchecked") // the table's instances are all of this module
  private ModuleInstance<FakeModule> own(int session) {
    return (ModuleInstance<FakeModule>) cookies[session].instance;
  }

  @Test
  void everyInterleaving_isLinearizable() {
    new ModelCheckingOptions()
        .threads(2)
        .actorsBefore(0)
        .actorsPerThread(3)
        .actorsAfter(1)
        .iterations(Integer.getInteger("cloakroom.lincheck.iterations", 1))
        .invocationsPerIteration(100)
        .check(getClass());
  }
}
