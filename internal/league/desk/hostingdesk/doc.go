// Package hostingdesk takes requests of clubs to host an event, up to their approval,
// refusal or withdrawal (CN09 2.2, 2.3). An approved request makes an event of the
// federation's.
package hostingdesk
