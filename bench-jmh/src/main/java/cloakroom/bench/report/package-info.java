/** Shows the results of the studies: table, JSON, page. */
package cloakroom.bench.report;
