export type { Draft } from './draft.ts';
export { makeCards, readCards } from './make-cards.ts';
export type { Selection } from './select.ts';
