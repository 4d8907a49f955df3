import { z } from 'zod';

/** What services say to each other over HTTP, always with the processes' shared key. Paths are on the owner. */
const id = z.int().positive();

/** auth `GET /internal/jwks`: the public signing keys, newest first. */
export const jwks = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

/**
 * auth `GET /internal/revocations?after=<cursor>`: revoked sessions and raised epochs of the last 12 hours.
 * The first call has no cursor; each answer's `cursor` goes into the next one.
 */
export const revocations = z.object({
  cursor: z.string(),
  items: z.array(
    z.union([
      z.object({ kind: z.literal('session'), sessionId: z.string(), at: z.iso.datetime() }),
      /** Tokens of this user with a smaller epoch are refused; `gone` refuses all. */
      z.object({ kind: z.literal('epoch'), userId: id, epoch: z.int().min(0), at: z.iso.datetime() }),
      z.object({ kind: z.literal('gone'), userId: id, at: z.iso.datetime() }),
    ]),
  ),
});
export type Revocations = z.infer<typeof revocations>;

/** auth `POST /internal/presence`: users served since the last call, at most one call a minute and process. */
export const presence = z.strictObject({
  seen: z.array(z.strictObject({ userId: id, at: z.iso.datetime() })).max(10_000),
});

/** decks `GET /internal/cards/{id}`: owner and deck of a card, 404 FLASHCARD_NOT_FOUND when it is gone. */
export const cardOwner = z.object({
  cardId: id,
  deckId: id,
  ownerId: id,
  createdAt: z.iso.datetime(),
  cardVersion: z.int().positive(),
});
export type CardOwner = z.infer<typeof cardOwner>;

/** decks `GET /internal/decks/{id}`: owner of a deck, 404 DECK_NOT_FOUND when it is gone. */
export const deckOwner = z.object({
  deckId: id,
  ownerId: id,
  createdAt: z.iso.datetime(),
  deckVersion: z.int().positive(),
});
export type DeckOwner = z.infer<typeof deckOwner>;

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
