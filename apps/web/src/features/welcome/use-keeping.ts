import { plural, t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import { useCreationKey } from '../../shared/apollo/use-creation-key.ts';
import { serverNow } from '../../shared/browser/server-clock.ts';
import { readClock } from '../../shared/study/answer-times.ts';
import { keptCards, type KeptCards } from '../../shared/study/kept-cards.ts';
import { useAnswerQueue } from '../../shared/study/queue-context.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { KeepCardsDocument, type KeepCardsMutation } from './keep-cards.generated.ts';

type Queue = ReturnType<typeof useAnswerQueue>;
type KeptDeck = KeepCardsMutation['seedCatalog']['decks'][number];

/** Longest wait for the answers, in milliseconds; they are stored by then and sent in any case. */
const longestMs = 5_000;

/** Stores the answers as a session of now, because the cards are not older than the account. Returns their number. */
async function storeAnswers(queue: Queue, { id: deckId, flashcards }: KeptDeck, kept: KeptCards) {
  const ids = new Map(flashcards.items.map(({ id, frontText }) => [frontText, id]));
  const answers = kept.answers.flatMap(({ question, ...answer }) => {
    const flashcardId = ids.get(question);
    return flashcardId === undefined ? [] : [{ ...answer, flashcardId }];
  });
  const { sessionId } = kept;
  for (const answer of answers)
    await queue.add({
      ...answer,
      deckId,
      sessionId,
      sessionDeckId: deckId,
      answeredAt: new Date(serverNow()).toISOString(),
      clock: readClock(),
    });
  queue.finish(sessionId);
  return answers.length;
}

/** Resolves once the session has ended on the server, or can only end later. */
const untilFinished = (queue: Queue, sessionId: string) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, longestMs);
    const stop = queue.subscribe((event) => {
      if (event.type === 'waiting' || (event.type === 'finished' && event.sessionId === sessionId)) end();
      return false;
    });
  });

/** Returns a function that puts the kept cards of this tab into the account: the deck once, and each answer once. */
export function useKeeping(): () => Promise<void> {
  const client = useApolloClient();
  const queue = useAnswerQueue();
  const notify = useNotify();
  const key = useCreationKey();
  return async () => {
    const kept = keptCards.read();
    if (!kept) return;
    const input = { catalogIds: [kept.catalogId] };
    const { data } = await client.mutate({
      mutation: KeepCardsDocument,
      variables: { input },
      context: key.contextFor(input),
      fetchPolicy: 'no-cache',
    });
    const { decks, errors } = data.seedCatalog;
    const [deck] = decks;
    if (!deck) {
      keptCards.forget();
      return notify(errors[0]?.message ?? t`The cards of the start page could not be kept.`, 'error');
    }
    const finished = untilFinished(queue, kept.sessionId);
    const count = await storeAnswers(queue, deck, kept);
    keptCards.forget();
    await finished;
    const { title } = deck;
    notify(
      t`“${title}” is yours. ${plural(count, {
        one: 'Your answer counts as given now.',
        other: 'Your # answers count as given now.',
      })}`,
      'success',
    );
  };
}
