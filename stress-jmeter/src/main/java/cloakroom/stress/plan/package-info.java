/** JMeter plan of an application. */
package cloakroom.stress.plan;
