/** Reports on studies, written as an HTML page, as console text and as JSON. */
package cloakroom.bench.report;
