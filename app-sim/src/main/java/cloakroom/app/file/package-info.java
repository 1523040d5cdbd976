/** Reader of application files in YAML. */
package cloakroom.app.file;
