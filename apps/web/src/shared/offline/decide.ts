import type { Outbox } from './outbox.ts';
import { localIdOf, localIdsIn, type Queued, type QueuedChange } from './queued.ts';

const madeBy = ({ variables }: QueuedChange): string | null => {
  const { clientId } = variables.input;
  return typeof clientId === 'string' ? localIdOf(clientId) : null;
};

const names = (queued: Queued, localId: string) =>
  localIdsIn(queued.kind === 'change' ? queued.variables : queued).includes(localId);

/** The change without one of the cards that it names, or null when it is about nothing else. */
function withoutId(change: QueuedChange, localId: string): QueuedChange | null {
  const { ids, expectedVersions } = change.variables.input;
  if (!Array.isArray(ids)) return null;
  const isKept = (_value: unknown, at: number) => ids[at] !== localId;
  const input = {
    ...change.variables.input,
    ids: ids.filter(isKept),
    ...(Array.isArray(expectedVersions) ? { expectedVersions: expectedVersions.filter(isKept) } : {}),
  };
  return input.ids.length > 0 && !localIdsIn(input).includes(localId)
    ? { ...change, variables: { input } }
    : null;
}

/** Discards a refused change. The cards of a deck that is never made wait for another deck; all else of it goes. */
export async function discardChange(outbox: Outbox, change: QueuedChange): Promise<void> {
  const localId = madeBy(change);
  if (localId !== null) await discardWhatNames(outbox, localId);
  // Last: a page that is closed before leaves the change to be discarded again.
  await outbox.drop([change]);
}

async function discardWhatNames(outbox: Outbox, localId: string): Promise<void> {
  for (const queued of outbox.all().filter((each) => names(each, localId))) {
    if (queued.kind === 'change' && queued.operation === 'AddFlashcard')
      await outbox.replace({ ...queued, refusal: { code: 'DECK_NOT_FOUND', message: null, current: null } });
    else if (queued.kind === 'change') {
      const rest = withoutId(queued, localId);
      await (rest ? outbox.replace(rest) : outbox.drop([queued]));
    }
    // Answers to a card of the deck wait with the card.
    else if (queued.kind !== 'answer' || queued.flashcardId === localId) await outbox.drop([queued]);
  }
}

/** Moves the answers to a card that waits to the deck that the card goes to. */
export async function moveAnswers(outbox: Outbox, card: QueuedChange, deckId: string): Promise<void> {
  const localId = madeBy(card);
  for (const queued of outbox.all())
    if (queued.kind === 'answer' && queued.flashcardId === localId)
      await outbox.replace({
        ...queued,
        deckId,
        ...(queued.sessionDeckId === null ? {} : { sessionDeckId: deckId }),
      });
}
