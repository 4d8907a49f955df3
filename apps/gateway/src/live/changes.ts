import type { Envelope, LiveKind } from '@kumbuka/contracts';

/** What changed for one account. */
export interface Change {
  userId: number;
  kind: LiveKind;
}

const kindOfSource: Record<string, LiveKind> = {
  decks: 'decks',
  'study-progress': 'study',
  billing: 'payments',
  ai: 'generations',
};
const kindOfType: Record<string, LiveKind> = { 'decks.import-finished': 'imports' };

/** The change that an event tells its owner; `null` for an event without one. */
export function changeOf({ source, type, data }: Pick<Envelope, 'source' | 'type' | 'data'>): Change | null {
  const kind = kindOfType[type] ?? kindOfSource[source];
  const { userId } = data;
  return kind !== undefined && typeof userId === 'number' ? { userId, kind } : null;
}
