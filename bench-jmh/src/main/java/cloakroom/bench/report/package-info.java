/** Reports of studies: one document for page and console, and the same data as JSON. */
package cloakroom.bench.report;
