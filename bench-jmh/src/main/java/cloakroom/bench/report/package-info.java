/**
 * Reports of studies and families: each builds one neutral document, and a renderer makes a page or
 * Markdown of it. Programs read the same as JSON.
 */
package cloakroom.bench.report;
