import type { Place } from "./person.svelte";
import { text } from "./words";

// keepers are the roles that plan events and keep the register of people.
const keepers = ["championship-manager", "regional-contact", "organizer"];

// plans reports whether a person with these roles does that.
export const plans = (roles: string[]): boolean => roles.some((role) => keepers.includes(role));

// checks reports whether a person with these roles decides whether events count.
export const checks = (roles: string[]): boolean => roles.some((role) => ["championship-manager", "regional-contact"].includes(role));

// concerns are the screens about a federation as a whole, or about a club and its federations, for the roles of a person there.
export function concerns(place: Place | undefined): { name: string; address: string }[] {
	if (!place) return [];
	const home = `/console/t/${place.tenant.slug}`;
	if (place.kind === "club") {
		const asked = { name: text("console.hostings.title"), address: `${home}/hostings` };
		const joined = { name: text("console.clubs.federations"), address: `${home}/clubs` };
		return (place.over ?? []).some((role) => role === "championship-manager" || role === "organizer") ? [asked, joined] : [];
	}
	const clubs = { name: text("console.clubs.title"), address: `${home}/clubs` };
	const decided = { name: text("console.hosting.title"), address: `${home}/hosting` };
	const finals = { name: text("console.finals.title"), address: `${home}/finals` };
	const prizes = { name: text("console.prizes.title"), address: `${home}/prizes` };
	const money = place.roles.some((role) => ["championship-manager", "treasurer", "auditor"].includes(role));
	return [...(place.roles.includes("championship-manager") ? [clubs] : []), ...(checks(place.roles) ? [decided, finals] : []), ...(money ? [prizes] : [])];
}

// sections list the entries of the menu, for the roles of a person in one place, or for all places together.
export function sections(place: Place | undefined): { name: string; address: string }[] {
	if (!place) return [{ name: text("console.today"), address: "/console" }];
	const home = `/t/${place.tenant.slug}`;
	const all = [
		{ name: text("console.today"), address: `/console${home}` },
		{ name: text("console.public"), address: home },
	];
	if (plans(place.roles)) all.splice(1, 0, { name: text("people.title"), address: `${home}/people` });
	if (checks(place.roles) && place.kind !== "club") all.splice(1, 0, { name: text("console.homologation.title"), address: `/console${home}/homologation` });
	if (plans(place.roles)) all.splice(1, 0, { name: text("console.setup.new"), address: `/console${home}/events/new` });
	const [first] = concerns(place);
	if (first) all.splice(-1, 0, { name: text(place.kind === "club" ? "console.hostings.federations" : "console.federation"), address: first.address });
	return all;
}
