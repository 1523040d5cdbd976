package cloakroom.stress.load;

/**
 * The engine's last event: what the measured phase has counted, once all files are written.
 *
 * @param requests requests that have ended, failed ones included
 * @param transactions ended transactions
 * @param errors failed requests
 * @param cutShort whether the engine was told to stop
 */
public record Finished(long requests, long transactions, long errors, boolean cutShort) {}
