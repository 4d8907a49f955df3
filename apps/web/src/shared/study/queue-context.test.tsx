import { useQuery } from '@apollo/client/react';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { asha, renderScreen } from '../../test/render-screen.tsx';
import { DecksToFillDocument } from '../deck-picker/deck-picker.generated.ts';
import { keyOf } from '../offline/outbox.ts';
import { AnswerQueueProvider } from './queue-context.tsx';

function Decks() {
  const { data } = useQuery(DecksToFillDocument);
  return <>{data?.viewer.decks?.items.map(({ title }) => title)}</>;
}

it('a page that was loaded before the answers of an earlier visit arrived shows what they changed', async () => {
  const answer = {
    kind: 'answer',
    clientEventId: 'a1',
    deckId: '12',
    flashcardId: '1',
    sessionId: 's1',
    sessionDeckId: '12',
    answeredAt: '2026-11-29T09:00:00.000Z',
  };
  localStorage.setItem(keyOf(asha.id), JSON.stringify([answer]));
  localStorage.setItem('authToken', 'tok');
  let hasArrived = false;
  const title = () => (hasArrived ? 'after' : 'before');
  renderScreen({
    screen: (
      <AnswerQueueProvider userId={asha.id}>
        <Decks />
      </AnswerQueueProvider>
    ),
    responses: {
      CurrentViewer: () => ({ viewer: { __typename: 'User', ...asha } }),
      DecksToFill: () => ({
        viewer: {
          __typename: 'User',
          id: asha.id,
          decks: {
            items: [{ __typename: 'Deck', id: '12', title: title() }],
            pageInfo: { totalItems: 1 },
          },
        },
      }),
      RecordAnswers: async () => {
        await screen.findByText('before');
        hasArrived = true;
        const results = [{ clientEventId: 'a1', errorCode: null, schedule: null }];
        return { recordAnswers: { results, stats: null } };
      },
    },
  });
  expect(await screen.findByText('after')).toBeTruthy();
});
