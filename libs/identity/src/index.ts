export { createAccountLanguage } from './account-language.ts';
export { assembleEdge, type EdgeConfig, type EdgeOverrides } from './assemble-edge.ts';
export { createIdentity, type Identity, type IdentityOptions } from './identity.ts';
export { createPresence, type Presence } from './presence.ts';
export { bearerOf, type Principal, type Served } from './principal.ts';
