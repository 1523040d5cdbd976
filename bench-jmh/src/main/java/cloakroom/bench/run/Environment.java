package cloakroom.bench.run;

import java.util.Map;

/**
 * What the studies ran on. It holds no address, no user and no password.
 *
 * @param date when they began, in ISO 8601 with UTC
 * @param cpu the processor's name, or "unknown"
 * @param cores processors that the JVM may use
 * @param os operating system with its version
 * @param jdk vendor and version
 * @param database product and version, or "none"
 * @param settings what decides about its speed, by name; "unknown" for what it does not tell
 * @param libraries versions of the driver and the pools, by name
 */
public record Environment(
    String date,
    String cpu,
    int cores,
    String os,
    String jdk,
    String database,
    Map<String, String> settings,
    Map<String, String> libraries) {}
