package cloakroom.module;

import java.util.Map;

/**
 * A policy's numbers and flags as numbers, because a pool asks for some of them several times in
 * each request.
 */
@SuppressWarnings("EnumOrdinal") // an EnumMap would be asked for each of them in each request
final class PolicyNumbers {
  private static final String NUMBER = "-?[0-9]{1,10}";

  private final int[] numbers = new int[JboProperty.values().length];

  private PolicyNumbers() {}

  /** The values that are numbers, or true or false; words stand as 0. */
  static PolicyNumbers of(Map<JboProperty, String> values) {
    PolicyNumbers all = new PolicyNumbers();
    values.forEach((property, value) -> all.numbers[property.ordinal()] = number(value));
    return all;
  }

  private static int number(String value) {
    if (value.matches(NUMBER)) {
      return Integer.parseInt(value);
    }
    return "true".equals(value) ? 1 : 0;
  }

  /** The number; 1 for true and 0 for false. */
  int of(JboProperty property) {
    return numbers[property.ordinal()];
  }
}
