import type { Place } from "./person.svelte";
import { text } from "./words";

// keepers plan events and see to the register of people.
const keepers = ["championship-manager", "regional-contact", "organizer"];

// plans says whether somebody with these roles does so.
export const plans = (roles: string[]): boolean => roles.some((role) => keepers.includes(role));

// checks says whether somebody with these roles decides whether events count.
export const checks = (roles: string[]): boolean => roles.some((role) => ["championship-manager", "regional-contact"].includes(role));

// sections list the entries of the menu, for the roles that somebody has in a place, or everywhere.
export function sections(place: Place | undefined): { name: string; address: string }[] {
	if (!place) return [{ name: text("console.today"), address: "/console" }];
	const home = `/t/${place.tenant.slug}`;
	const all = [
		{ name: text("console.today"), address: `/console${home}` },
		{ name: text("console.public"), address: home },
	];
	if (checks(place.roles)) all.splice(1, 0, { name: text("console.homologation.title"), address: `/console${home}/homologation` });
	if (plans(place.roles)) all.splice(1, 0, { name: text("console.setup.new"), address: `/console${home}/events/new` }, { name: text("people.title"), address: `${home}/people` });
	return all;
}
