/** Keys of the browser's storage under which a token may lie; `src/shared/auth/token.ts` reads the same. */
export const tokenKeys = ['authToken', 'jwt', 'access_token', 'token'];
