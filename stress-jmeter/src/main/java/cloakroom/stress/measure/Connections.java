package cloakroom.stress.measure;

/**
 * Connections to the database.
 *
 * @param meanInUse lease time of all connections over the measured time
 * @param maxInUse most connections borrowed at one moment
 * @param maxHeld most connections that instances kept between requests
 * @param databaseMax most sessions of the tier that the database itself showed
 */
public record Connections(double meanInUse, long maxInUse, long maxHeld, long databaseMax) {}
