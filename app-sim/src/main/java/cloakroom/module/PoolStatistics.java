package cloakroom.module;

/**
 * How a pool's instances stood at one moment.
 *
 * @param maxInstances the most there ever were
 * @param busy instances that a request or the pool itself is using
 * @param free instances that hold nobody's state
 * @param referenced available instances that hold a session's state
 * @param reserved instances bound to one session
 * @param parked states that wait for their session in memory, in no instance
 * @param connectionsHeld connections kept by instances that no request is using
 * @param maxConnectionsHeld the most there ever were
 * @param waiting requests that wait for an instance or for their session's earlier request
 */
public record PoolStatistics(
    int instances,
    int maxInstances,
    int busy,
    int free,
    int referenced,
    int reserved,
    int parked,
    int connectionsHeld,
    int maxConnectionsHeld,
    int waiting) {}
