/**
 * Study S3: pooling in a driver, and how its load spreads to a backend that joins. Pools of one
 * string in two spellings are asked for too, and answered without measuring.
 */
package cloakroom.bench.study.s3;
