export { createIdentity, type Identity, type IdentityOptions, type IdentitySource } from './identity.ts';
export { bearerOf, type Principal } from './principal.ts';
export { createRevocationList, type RevocationList } from './revocation-list.ts';
