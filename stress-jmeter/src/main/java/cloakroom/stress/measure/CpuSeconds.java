package cloakroom.stress.measure;

/** CPU time used during the measured phase, in seconds. */
public record CpuSeconds(double generator, double tier, double database) {}
