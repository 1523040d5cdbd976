/** Document model of a report, and renderers for HTML, Markdown and the console. */
package cloakroom.stress.document;
