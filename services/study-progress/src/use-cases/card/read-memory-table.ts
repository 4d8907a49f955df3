import type { Principal } from '@kumbuka/identity';
import type { Ports, StudiedMemories } from '../ports.ts';

/** Cards in one response. */
export const memoriesShown = 20_000;

/** Memory states of the learner's studied cards. */
export const readMemoryTable =
  ({ cards }: Pick<Ports, 'cards'>) =>
  ({ userId }: Pick<Principal, 'userId'>): Promise<StudiedMemories> =>
    cards.findMemories(userId, memoriesShown);
