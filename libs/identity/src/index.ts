export { createAccountLanguage, type AccountLanguage } from './account-language.ts';
export { createIdentity, type Identity, type IdentityOptions, type IdentitySource } from './identity.ts';
export { createPresence, type Presence, type PresenceOptions } from './presence.ts';
export { bearerOf, type Principal, type Served } from './principal.ts';
