import type { DeckSize } from '../deck.ts';

/** What an account has that its archive holds. */
interface ArchivedSize {
  decks: readonly DeckSize[];
  mediaBytes: number;
  /** Entries of the review log. */
  logEntries: number;
}

/** Limits of the reader of archives that an export checks. It has further ones for the contents of the log. */
export interface ArchiveLimits {
  cards: number;
  logEntries: number;
  textBytes: number;
  bytes: number;
}

/** A text is in the fields of its note and in a side of its card, and may be escaped. */
const bytesPerTextByte = 3;
const bytesPerCard = 800;
const bytesPerLogEntry = 400;

/** Whether an account is within the limits that an export checks. */
export function fitsIntoArchive(
  { decks, mediaBytes, logEntries }: ArchivedSize,
  limits: ArchiveLimits,
): boolean {
  const cards = decks.reduce((sum, { cardCount }) => sum + cardCount, 0);
  const text = decks.reduce((sum, { textBytes }) => sum + textBytes, 0);
  const cardBytes = text * bytesPerTextByte + cards * bytesPerCard;
  return (
    cards <= limits.cards &&
    logEntries <= limits.logEntries &&
    cardBytes <= limits.textBytes &&
    cardBytes + mediaBytes + logEntries * bytesPerLogEntry <= limits.bytes
  );
}
