/** Prints a measured run: JSON, CSV, Markdown, a console table and one HTML page. */
package cloakroom.stress.report;
