/**
 * Study S3: pooling in a driver, how its load spreads to a backend that joins, and how long a
 * returned connection stays.
 */
package cloakroom.bench.study.s3;
