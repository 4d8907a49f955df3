import { z } from 'zod';

/** Claims of an access token (JWT, EdDSA, `typ: at+jwt`). */
export const tokenClaims = z.object({
  /** User id as text. */
  sub: z.string().regex(/^[1-9]\d{0,15}$/),
  /** Session id. */
  sid: z.string().min(1),
  role: z.enum(['learner', 'admin']),
  /** The user's token epoch when it was issued. */
  epoch: z.int().min(0),
  iat: z.number(),
  exp: z.number(),
});
export type TokenClaims = z.infer<typeof tokenClaims>;
