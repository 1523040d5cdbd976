/** Connection pools and connect modes that the studies compare, with equal settings. */
package cloakroom.bench.subject;
