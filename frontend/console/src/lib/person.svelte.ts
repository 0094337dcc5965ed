// The person who is signed in, and their roles in each tenant.
import { api, given, Refused, type Schema } from "./api";
import { copies } from "./copies";
import { session, SignedOut } from "./session.svelte";

export interface Place {
	tenant: Schema["TenantRef"];
	roles: Schema["Role"][];
	// The members below are missing in a copy that an earlier release stored.
	kind?: Schema["TenantKind"];
	over?: Schema["Role"][]; // the roles over the whole tenant
	regions?: string[]; // the regions over which they have a role
}

interface Copy {
	account: Schema["Account"];
	places: Place[];
}

class Person {
	account = $state<Schema["Account"] | null>(null);
	// places are the tenants in which the person has a role now, in the order of their names.
	places = $state<Place[]>([]);

	// load asks for the person who is signed in. Without network it takes the last known one.
	async load(): Promise<void> {
		try {
			await this.#ask();
		} catch (error) {
			const copy = error instanceof SignedOut || error instanceof Refused ? undefined : await copies.find<Copy>("person");
			if (!copy) throw error;
			this.account = copy.account;
			this.places = copy.places;
			session.presume(copy.account.id);
		}
	}

	async #ask(): Promise<void> {
		const [account, grants] = await Promise.all([given(api.GET("/me")), given(api.GET("/me/grants"))]);
		const places = new Map<string, Place>();
		const now = new Date().toISOString();
		for (const grant of grants.items) {
			if (grant.from > now || (grant.until && grant.until <= now)) continue;
			const place = places.get(grant.tenant.id) ?? { tenant: grant.tenant, kind: grant.tenantKind, roles: [], over: [], regions: [] };
			if (!place.roles.includes(grant.role)) place.roles.push(grant.role);
			if (grant.scope.kind === "tenant") place.over?.push(grant.role);
			if (grant.scope.kind === "region" && grant.scope.id) place.regions?.push(grant.scope.id);
			places.set(grant.tenant.id, place);
		}
		this.account = account;
		this.places = [...places.values()].sort((a, b) => a.tenant.name.localeCompare(b.tenant.name));
		const copy: Copy = { account, places: [...places.values()] };
		await copies.keep("person", copy);
	}

	at(slug: string | undefined): Place | undefined {
		return this.places.find((place) => place.tenant.slug === slug);
	}
}

export const person = new Person();
