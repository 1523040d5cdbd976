/** Model of a report and its printers for a page, Markdown and the console. */
package cloakroom.stress.document;
