import type { Place } from "./person.svelte";
import { text } from "./words";

// keepers see to the register of people.
const keepers = ["championship-manager", "regional-contact", "organizer"];

// sections are where the menu leads, for the roles that somebody has in a place, or everywhere.
export function sections(place: Place | undefined): { name: string; address: string }[] {
	if (!place) return [{ name: text("console.today"), address: "/console" }];
	const home = `/t/${place.tenant.slug}`;
	const all = [
		{ name: text("console.today"), address: `/console${home}` },
		{ name: text("console.public"), address: home },
	];
	if (place.roles.some((role) => keepers.includes(role))) all.splice(1, 0, { name: text("people.title"), address: `${home}/people` });
	return all;
}
