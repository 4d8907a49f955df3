import { study } from '@kumbuka/contracts/constants';
import { dayOfDate, isTimezone } from '@kumbuka/contracts/study-day';
import { browserZone } from '../format/zones.ts';
import { openDatabase } from './database.ts';
import type { Learner } from './fold.ts';
import type { KnownDecks } from './local-data.ts';
import { visit } from './responses.ts';

interface StoredViewer {
  viewer?: {
    stats?: {
      timezone?: string;
      dayStartHour?: number;
      latestStudyDay?: string | null;
      rememberPercent?: number;
      longestInterval?: number;
      weights?: readonly number[] | null;
    } | null;
  };
}

const usualRetention = 90;
const usualLongestInterval = 36_500;

/** The learner's calendar and schedule, from the stored response of the current user. */
export function learnerIn(stored: unknown): Learner {
  const {
    timezone = '',
    dayStartHour,
    latestStudyDay,
    rememberPercent,
    longestInterval,
    weights,
  } = (stored as StoredViewer | null)?.viewer?.stats ?? {};
  return {
    timezone: isTimezone(timezone) ? timezone : browserZone(),
    dayStartHour: dayStartHour ?? study.dayStartHour,
    latestStudyDay: latestStudyDay ? dayOfDate(latestStudyDay) : null,
    rememberPercent: rememberPercent ?? usualRetention,
    longestInterval: longestInterval ?? usualLongestInterval,
    weights: weights ?? null,
  };
}

/** Decks that stored responses have named, with the most that any of them said. */
export async function decksIn(userId: string): Promise<KnownDecks> {
  const database = await openDatabase();
  const decks = new Map<string, Record<string, unknown>>();
  const take = (entity: Record<string, unknown>) => {
    if (entity['__typename'] === 'Deck' && typeof entity['id'] === 'string')
      decks.set(entity['id'], { ...decks.get(entity['id']), ...entity });
  };
  for (const { data } of (await database?.getAllFromIndex('responses', 'userId', userId)) ?? [])
    visit(data, take);
  return decks;
}

let isReached = true;
const listeners = new Set<() => void>();

/** Notes whether the last request reached our server. */
export function reportNetwork(reached: boolean) {
  if (reached === isReached) return;
  isReached = reached;
  listeners.forEach((listener) => listener());
}

export const isServerReached = () => isReached;
/** Whether neither the browser nor the last request found a network. */
export const isOffline = () => !navigator.onLine || !isReached;
export function onNetwork(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
