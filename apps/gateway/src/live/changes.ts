import type { Envelope, LiveKind } from '@kumbuka/contracts';

/** Kind of thing that changed for one account. */
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

/** Returns the change that an event means for its owner; `null` when it means none. */
export function changeOf({ source, type, data }: Pick<Envelope, 'source' | 'type' | 'data'>): Change | null {
  const kind = kindOfType[type] ?? kindOfSource[source];
  const { userId } = data;
  return kind !== undefined && typeof userId === 'number' ? { userId, kind } : null;
}
