/** Study S3: pools with a working application, a joining database server and an idle timeout. */
package cloakroom.bench.study.s3;
