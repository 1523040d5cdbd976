/** Study S3: the pool of the Oracle driver. */
package cloakroom.bench.study.s3;
