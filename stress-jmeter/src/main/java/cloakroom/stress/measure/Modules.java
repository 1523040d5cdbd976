package cloakroom.stress.measure;

/** Application modules: most instances alive at one moment, and recycles in the measured phase. */
public record Modules(long maxInstances, long recycles) {}
