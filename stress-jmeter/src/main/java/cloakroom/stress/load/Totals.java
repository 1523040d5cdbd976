package cloakroom.stress.load;

/**
 * What the measured phase has counted so far.
 *
 * @param requests requests that have ended, failed ones included
 * @param transactions ended transactions
 * @param errors failed requests
 */
record Totals(long requests, long transactions, long errors) {}
