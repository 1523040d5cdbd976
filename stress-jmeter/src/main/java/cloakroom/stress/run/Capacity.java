package cloakroom.stress.run;

import java.util.OptionalLong;

/**
 * Whether this machine can carry so many users, asked before the start: what runs out in mid-trial
 * shows as failed requests, and nobody would know of what.
 *
 * @param limits what the machine lets a process have
 */
record Capacity(MachineLimits limits) {
  /** Jars, logs, database connections and counters. */
  private static final int OTHER_FILES = 700;

  /** Connections that have just ended and whose ports are not free yet. */
  private static final int OTHER_PORTS = 500;

  /** Those of the tier, the database, the JVMs and everything else that runs. */
  private static final int OTHER_THREADS = 1_500;

  /**
   * Requires room for the users' connections, threads and memory.
   *
   * @throws BadInput naming the limit, how many users fit, and the way out
   */
  void require(int users, Nodes nodes) {
    long connections = nodes.affinity() ? 1 : nodes.count();
    long atOneNode = nodes.affinity() ? nodes.count() : 1;
    require(
        users,
        limits.openFiles(),
        limit -> (limit - OTHER_FILES) / connections,
        "the load engine needs %d open file(s) for each, and this process may have %%d"
            .formatted(connections),
        "raise the limit (ulimit -Hn)");
    require(
        users,
        limits.ports(),
        limit -> (limit - OTHER_PORTS) * atOneNode,
        "each needs a port, and there are %d",
        "widen net.ipv4.ip_local_port_range or add nodes");
    require(
        users,
        limits.threads(),
        limit -> limit - OTHER_THREADS,
        "JMeter runs a thread for each, and a process may have %d",
        "raise the tightest of kernel.pid_max, vm.max_map_count and ulimit -Hu");
    require(
        users,
        OptionalLong.of(limits.memoryBytes()),
        EngineMemory::usersWithin,
        "the load engine keeps a copy of the plan for each, and this machine has %d bytes of memory",
        "use a larger machine");
  }

  /** How many users a limit allows. */
  private interface Rule {
    long users(long limit);
  }

  private static void require(
      int users, OptionalLong limit, Rule rule, String why, String otherwise) {
    if (limit.isPresent() && users > rule.users(limit.getAsLong())) {
      throw new BadInput(
          "--users %d: %s; at most %d users, or %s"
              .formatted(
                  users,
                  why.formatted(limit.getAsLong()),
                  Math.max(0, rule.users(limit.getAsLong())),
                  otherwise));
    }
  }
}
