package cloakroom.module;

import java.util.Arrays;

/**
 * Numbered places for instances, with two links each. An instance keeps its seat as long as it
 * belongs to the same session, so that a session that comes and goes changes whole numbers and no
 * references: a garbage collector watches references between old objects, for as long as all the
 * rest of a check-out takes.
 */
final class Seats<M extends ApplicationModule> {
  /** No seat. */
  static final int NONE = -1;

  private static final int FEW = 4;

  private ModuleInstance<M>[] seated = array(FEW);

  /** For each seat the one before it in its list and the one after, side by side in memory. */
  private int[] neighbours = new int[2 * FEW];

  private int everTaken;
  private int firstEmpty = NONE;

  @SuppressWarnings({"unchecked", "rawtypes"}) // generic arrays cannot be made otherwise
  private static <M extends ApplicationModule> ModuleInstance<M>[] array(int length) {
    return new ModuleInstance[length];
  }

  /** Gives the instance a seat if it has none. */
  void take(ModuleInstance<M> instance) {
    if (instance.seat != NONE) {
      return;
    }
    int seat = firstEmpty;
    if (seat == NONE) {
      seat = everTaken++;
      if (seat == seated.length) {
        grow();
      }
    } else {
      firstEmpty = newer(seat);
    }
    seated[seat] = instance;
    instance.seat = seat;
  }

  private void grow() {
    int length = 2 * seated.length;
    seated = Arrays.copyOf(seated, length);
    neighbours = Arrays.copyOf(neighbours, 2 * length);
  }

  /** Takes the instance's seat away, if it has one; it is in no list. */
  void leave(ModuleInstance<M> instance) {
    int seat = instance.seat;
    if (seat == NONE) {
      return;
    }
    seated[seat] = null;
    newer(seat, firstEmpty);
    firstEmpty = seat;
    instance.seat = NONE;
  }

  /** The instance in that seat, null for {@link #NONE}. */
  ModuleInstance<M> at(int seat) {
    return seat == NONE ? null : seated[seat];
  }

  /** The seat before that one in its list. */
  int older(int seat) {
    return neighbours[2 * seat];
  }

  /** Says which seat is before that one. */
  void older(int seat, int neighbour) {
    neighbours[2 * seat] = neighbour;
  }

  /** The seat after that one in its list. */
  int newer(int seat) {
    return neighbours[2 * seat + 1];
  }

  /** Says which seat is after that one. */
  void newer(int seat, int neighbour) {
    neighbours[2 * seat + 1] = neighbour;
  }
}
