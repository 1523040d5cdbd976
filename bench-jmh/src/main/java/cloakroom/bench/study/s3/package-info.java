/**
 * Study S3: pooling in a driver, how its load spreads to a backend that joins, how long a returned
 * connection stays, and how many pools two spellings of one string make.
 */
package cloakroom.bench.study.s3;
