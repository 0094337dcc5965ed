// Who has signed in, and what they are where.
import { api, given, type Schema } from "./api";

export interface Place {
	tenant: Schema["TenantRef"];
	roles: Schema["Role"][];
}

class Person {
	account = $state<Schema["Account"] | null>(null);
	// places are the tenants in which the person has a role now, in the order of their names.
	places = $state<Place[]>([]);

	async load(): Promise<void> {
		const [account, grants] = await Promise.all([given(api.GET("/me")), given(api.GET("/me/grants"))]);
		const places = new Map<string, Place>();
		const now = new Date().toISOString();
		for (const grant of grants.items) {
			if (grant.from > now || (grant.until && grant.until <= now)) continue;
			const place = places.get(grant.tenant.id) ?? { tenant: grant.tenant, roles: [] };
			if (!place.roles.includes(grant.role)) place.roles.push(grant.role);
			places.set(grant.tenant.id, place);
		}
		this.account = account;
		this.places = [...places.values()].sort((a, b) => a.tenant.name.localeCompare(b.tenant.name));
	}

	at(slug: string | undefined): Place | undefined {
		return this.places.find((place) => place.tenant.slug === slug);
	}
}

export const person = new Person();
