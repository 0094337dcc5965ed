// Package hostingdesk takes what clubs ask to host, up to its approval, refusal or
// withdrawal (CN09 2.2, 2.3). An approved request is an event of the federation's.
package hostingdesk
