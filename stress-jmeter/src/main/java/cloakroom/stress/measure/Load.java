package cloakroom.stress.measure;

/**
 * The load of the measured phase.
 *
 * @param seconds length of the measured phase
 * @param throughput requests per second
 * @param outside requests of users that began before or ended after the measured phase
 */
public record Load(
    double seconds, long requests, long ok, long transactions, double throughput, long outside) {}
