export type { Draft } from './draft.ts';
export { makeCards } from './make-cards.ts';
