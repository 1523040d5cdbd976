/**
 * Reports of studies: each builds one document, which a page and a console are printed from.
 * Programs read the same as JSON.
 */
package cloakroom.bench.report;
