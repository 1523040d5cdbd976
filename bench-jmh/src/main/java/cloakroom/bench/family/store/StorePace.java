package cloakroom.bench.family.store;

import java.time.Duration;

/**
 * How long is measured.
 *
 * @param warmUp before the first round
 * @param block of each subject in each round
 * @param rounds number of rounds
 */
record StorePace(Duration warmUp, Duration block, int rounds) {}
