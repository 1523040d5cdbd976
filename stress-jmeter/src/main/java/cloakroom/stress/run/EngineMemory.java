package cloakroom.stress.run;

import java.util.List;

/**
 * Memory of the load engine by its number of users. JMeter gives each user a thread and a copy of
 * the whole plan for as long as the thread lives: about 240 KB of live heap for the plan of the two
 * pages, and room is needed for the garbage of their requests.
 */
final class EngineMemory {
  /** From here on the heap has its full size at the start instead of growing by collections. */
  static final int MANY_USERS = 1_000;

  private static final long KB = 1024;
  private static final long MB = 1024 * KB;
  private static final long BASE = 512 * MB;
  private static final long EACH = 384 * KB;

  private EngineMemory() {}

  /** Options for its JVM; none for few users, for whom the JVM's own choice will do. */
  static List<String> options(int users) {
    return users < MANY_USERS
        ? List.of()
        : List.of("-Xms" + megabytes(users) + "m", "-Xmx" + megabytes(users) + "m");
  }

  private static long megabytes(int users) {
    return (BASE + users * EACH) / MB;
  }

  /** How many users a machine with so much memory carries: a quarter is left for all others. */
  static long usersWithin(long memoryBytes) {
    return Math.max(MANY_USERS, (memoryBytes / 4 * 3 - BASE) / EACH);
  }
}
