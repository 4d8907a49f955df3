import type { Principal } from '@kumbuka/identity';
import { advance, beginAt } from '../../domain/advance.ts';
import { DeckNotFound } from '../../domain/errors.ts';
import { assertNotErased } from '../../domain/learner/erased.ts';
import type { DeckSettings, Learner } from '../../domain/learner/learner.ts';
import {
  checkDeckSettings,
  isSameSettings,
  settingsOf,
  withDeckSettings,
} from '../../domain/learner/settings.ts';
import { liveDeck } from '../../domain/study-state.ts';
import type { Ports } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';

/** Gives a deck of the learner settings of its own, or takes them back. */
export const updateDeckSettings =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  async (deck: DeckSettings, { userId }: Pick<Principal, 'userId'>): Promise<Learner> => {
    checkDeckSettings(deck);
    return transact(userId, async (unit) => {
      const state = await unit.studies.load(userId, { decks: [deck.deckId] });
      assertNotErased(state);
      if (!liveDeck(state, deck.deckId)) throw new DeckNotFound();
      const before = settingsOf(state.learner);
      const settings = { ...before, deckSettings: withDeckSettings(before.deckSettings, deck) };
      if (isSameSettings(settings, before)) return state.learner;
      const work = advance(beginAt(state), { kind: 'settings', settings }, now());
      await unit.settings.save(userId, settings);
      return (await saveAdvance(unit, work, now())).learner;
    });
  };
