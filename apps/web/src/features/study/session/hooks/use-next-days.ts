import { useApolloClient } from '@apollo/client/react';
import { dateOf, dayOfDate } from '@kumbuka/contracts/study-day';
import type { Rating } from '@kumbuka/schedule';
import { useEffect, useState } from 'react';
import { inDays } from '../../../../shared/format/format.ts';
import { NextDaysDocument, type NextDaysQuery } from './next-days.generated.ts';

const kindOf = { FULL: 'full', HALF: 'half', OFF: 'off' } as const;

interface NextDays {
  cardId: string;
  today: string;
  /** YYYY-MM-DD by rating. */
  dates: Record<Rating, string>;
}

/** The days of a response; `null` where a part of it is missing. The scheduler is loaded when it is first needed. */
async function daysOf(cardId: string, { viewer, flashcards }: NextDaysQuery): Promise<NextDays | null> {
  const [card] = flashcards;
  const { stats, forecast } = viewer;
  const today = forecast?.[0]?.date;
  if (!card?.schedule || !stats || !forecast || !today) return null;
  const { nextDueDays } = await import('@kumbuka/schedule');
  const settings = {
    rememberPercent: card.deck.progress?.rememberPercent ?? stats.rememberPercent,
    longestInterval: stats.longestInterval,
    easyDays: stats.easyDays.map((kind) => kindOf[kind]),
    weights: stats.weights,
  };
  const days = nextDueDays(Number(cardId), card.schedule, settings, forecast);
  const dates = { 1: dateOf(days[1]), 2: dateOf(days[2]), 3: dateOf(days[3]), 4: dateOf(days[4]) };
  return { cardId, today, dates };
}

/**
 * The day on which a card comes next after each answer, for its buttons and its answer. Nothing is shown, and no day is sent,
 * until the numbers have arrived.
 */
export function useNextDays(cardId: string | undefined, isWanted: boolean) {
  const client = useApolloClient();
  const [next, setNext] = useState<NextDays | null>(null);
  useEffect(() => {
    if (!isWanted || cardId === undefined) return;
    let isLeft = false;
    const load = async () => {
      const { data } = await client.query({
        query: NextDaysDocument,
        variables: { id: cardId },
        fetchPolicy: 'no-cache',
      });
      const days = data ? await daysOf(cardId, data) : null;
      if (!isLeft) setNext(days);
    };
    load().catch(() => {});
    return () => {
      isLeft = true;
    };
  }, [client, cardId, isWanted]);
  const shown = isWanted && next?.cardId === cardId ? next : null;
  return {
    shownDay: (rating: Rating) => shown?.dates[rating] ?? null,
    dayText: (rating: Rating) =>
      shown ? inDays(dayOfDate(shown.dates[rating]) - dayOfDate(shown.today)) : null,
  };
}
