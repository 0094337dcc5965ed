// Who notes the consents of entrants.
import type { Schema } from "./api";

const keepers: Schema["Role"][] = ["championship-manager", "regional-contact", "organizer"];

// keepsConsents reports whether somebody with these roles notes to what entrants agree.
export const keepsConsents = (roles: Schema["Role"][] | undefined): boolean => roles?.some((role) => keepers.includes(role)) ?? false;
