/** Readings of the clocks when an answer was given or a change was made. */
export interface ClockReading {
  /** Estimated lead of the server's clock, in milliseconds. */
  aheadMs: number;
  /** The device's clock had been set since, or the device had slept. */
  isUnsure: boolean;
}

/** Answer that is not sent yet. The browser stores it until the server has accepted or rejected it. */
export interface QueuedAnswer {
  kind: 'answer';
  clientEventId: string;
  deckId: string;
  flashcardId: string;
  wasCorrect: boolean;
  timeSpentMinutes: number;
  sessionId: string;
  /** Null for a session across decks. */
  sessionDeckId: string | null;
  answeredAt: string;
  /** Set in a round of missed cards, which changes no schedule and no counter. */
  isPractice?: true;
  /** Of the four answers; without it 1 when wrong, 3 when right. */
  rating?: 2 | 4;
  /** Due day that the button has shown, or that this device computed without a network, YYYY-MM-DD. */
  dueOn?: string;
  /** Missing in answers that earlier versions kept. */
  clock?: ClockReading;
}

interface QueuedUndo {
  kind: 'undo';
  clientEventId: string;
}

/** End of a session, which is sent after the session's answers. */
interface QueuedFinish {
  kind: 'finish';
  /** The session's id. */
  clientEventId: string;
}

/** Why the server refused a change, with the resource as it is now after a conflict. */
export interface Refusal {
  code: string;
  message: string | null;
  current: unknown;
}

/** Change of decks or cards that was made without a network. */
export interface QueuedChange {
  kind: 'change';
  /** Also its Idempotency-Key. */
  clientEventId: string;
  /** Name of the operation. */
  operation: string;
  variables: { input: Record<string, unknown> };
  /** What the learner saw before, to compare and to name it. */
  before: Record<string, unknown> | null;
  madeAt: string;
  /** Missing in changes that earlier versions kept. */
  clock?: ClockReading;
  /** Versions that this change was made on and raises by one, by type and id, such as `card:12`. */
  raises?: Record<string, number>;
  /** Waiting changes that this deletion made needless; an undo of the deletion brings them back. */
  dropped?: readonly QueuedChange[];
  refusal?: Refusal;
}

export type Queued = QueuedAnswer | QueuedUndo | QueuedFinish | QueuedChange;

export const nameOf = ({ kind, clientEventId }: Queued): string => `${kind}:${clientEventId}`;

/** The types of what the operations change. */
const typeOf = (operation: string) => (operation.includes('Flashcard') ? 'card' : 'deck');
export const placeOf = (operation: string, id: unknown): string => `${typeOf(operation)}:${String(id)}`;

/** The input with each version of a card or deck raised by one, or the same input when it does not name that version. */
function withRaisedInput(
  { operation, variables: { input } }: QueuedChange,
  place: string,
  from: number,
): Record<string, unknown> {
  const { id, ids, expectedVersion, expectedVersions } = input;
  const isNamed = (named: unknown, version: unknown) =>
    placeOf(operation, named) === place && version === from;
  if (isNamed(id, expectedVersion)) return { ...input, expectedVersion: from + 1 };
  if (!Array.isArray(ids) || !Array.isArray(expectedVersions)) return input;
  if (!ids.some((named, at) => isNamed(named, expectedVersions[at]))) return input;
  const raised = expectedVersions.map((version: unknown, at) =>
    isNamed(ids[at], version) ? from + 1 : version,
  );
  return { ...input, expectedVersions: raised };
}

/**
 * Names the version of a card or deck that one's own earlier change has made, in a change that was made on the version
 * before. Returns the same change when it names another version, because somebody else has changed the row then.
 */
export function withRaisedVersion(change: QueuedChange, place: string, from: number): QueuedChange {
  const { raises = {} } = change;
  const input = withRaisedInput(change, place, from);
  if (input === change.variables.input && raises[place] !== from) return change;
  return {
    ...change,
    variables: { input },
    ...(raises[place] === from ? { raises: { ...raises, [place]: from + 1 } } : {}),
  };
}

/** Id of something that the server does not know yet. */
const localPrefix = 'local-';
export const localIdOf = (clientId: string): string => localPrefix + clientId;
export const isLocalId = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(localPrefix);

/** Local ids in the variables of an operation. */
export function localIdsIn(value: unknown): string[] {
  if (isLocalId(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(localIdsIn);
}

/** The value with the server's ids in place of local ones. */
export function withServerIds<Value>(value: Value, ids: ReadonlyMap<string, string>): Value {
  if (isLocalId(value)) return (ids.get(value) ?? value) as Value;
  if (Array.isArray(value)) return value.map((each) => withServerIds(each, ids)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withServerIds(each, ids)]),
  ) as Value;
}
