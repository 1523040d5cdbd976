/** Options as rows with parser, default, help and labels, for tier and runner. */
package cloakroom.options;
