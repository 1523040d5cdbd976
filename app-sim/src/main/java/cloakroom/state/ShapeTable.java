package cloakroom.state;

import java.util.Arrays;

/** Rows of names in the order in which an encoder first met them, with their numbers. */
final class ShapeTable {
  static final int NOT_THERE = -1;

  private NamedValues<?>[] slots = new NamedValues<?>[32];
  private int[] numbers = new int[slots.length];
  private int size;

  /** The number of these names; or {@link #NOT_THERE}, and then they get the next number. */
  int find(NamedValues<?> values) {
    int slot = slot(values);
    if (slots[slot] != null) {
      return numbers[slot];
    }
    slots[slot] = values;
    numbers[slot] = size++;
    if (size * 2 > slots.length) {
      grow();
    }
    return NOT_THERE;
  }

  private int slot(NamedValues<?> values) {
    int hash = values.hashOfNames();
    int slot = (hash ^ (hash >>> 16)) & (slots.length - 1);
    while (slots[slot] != null && !slots[slot].hasNames(values)) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private void grow() {
    NamedValues<?>[] oldSlots = slots;
    int[] oldNumbers = numbers;
    slots = new NamedValues<?>[oldSlots.length * 2];
    numbers = Arrays.copyOf(oldNumbers, slots.length);
    for (int i = 0; i < oldSlots.length; i++) {
      if (oldSlots[i] != null) {
        int slot = slot(oldSlots[i]);
        slots[slot] = oldSlots[i];
        numbers[slot] = oldNumbers[i];
      }
    }
  }
}
