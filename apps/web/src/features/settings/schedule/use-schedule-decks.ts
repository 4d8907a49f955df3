import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { ScheduleDecksDocument, type ScheduleDecksQuery } from './schedule-panel.generated.ts';

export type ScheduleDeck = NonNullable<ScheduleDecksQuery['viewer']['decks']>['items'][number];

const perPage = 100;

/** Puts a further page behind the pages before it; a page that two panels asked for counts once. */
function withPage(before: ScheduleDecksQuery, { viewer }: ScheduleDecksQuery): ScheduleDecksQuery {
  if (!before.viewer.decks || !viewer.decks) return before;
  const items = new Map([...before.viewer.decks.items, ...viewer.decks.items].map((deck) => [deck.id, deck]));
  return { viewer: { ...before.viewer, decks: { ...viewer.decks, items: [...items.values()] } } };
}

/** All decks of the learner, read page by page; none before the first page. */
export function useScheduleDecks() {
  const query = useQuery(ScheduleDecksDocument, { variables: { page: 1 } });
  const { data, fetchMore } = query;
  const decks = data?.viewer.decks;
  const next = decks?.pageInfo.hasNext ? Math.floor(decks.items.length / perPage) + 1 : null;
  useEffect(() => {
    if (next === null) return;
    // A page that fails leaves the decks before it.
    fetchMore({
      variables: { page: next },
      updateQuery: (before, { fetchMoreResult }) => withPage(before, fetchMoreResult),
    }).catch(() => {});
  }, [next, fetchMore]);
  return { ...query, decks: decks?.items };
}
