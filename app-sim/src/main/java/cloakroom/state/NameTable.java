package cloakroom.state;

import java.util.Arrays;

/**
 * Names in the order in which an encoder first met them, with their numbers: a hash table of two
 * arrays, because it is asked for every attribute of every row.
 */
final class NameTable {
  static final int NOT_THERE = -1;

  private String[] slots = new String[128];
  private int[] numbers = new int[slots.length];
  private int size;

  /** The number of a name; or {@link #NOT_THERE}, and then the name gets the next number. */
  int find(String name) {
    int slot = slot(name);
    if (slots[slot] != null) {
      return numbers[slot];
    }
    slots[slot] = name;
    numbers[slot] = size++;
    if (size * 2 > slots.length) {
      grow();
    }
    return NOT_THERE;
  }

  private int slot(String name) {
    int hash = name.hashCode();
    int slot = (hash ^ (hash >>> 16)) & (slots.length - 1);
    while (slots[slot] != null && !slots[slot].equals(name)) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private void grow() {
    String[] oldSlots = slots;
    int[] oldNumbers = numbers;
    slots = new String[oldSlots.length * 2];
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
