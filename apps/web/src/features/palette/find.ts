import type { ApolloClient } from '@apollo/client';
import { searchKey } from '@kumbuka/text';
import { t } from '@lingui/core/macro';
import {
  PaletteCardsDocument,
  PaletteDecksDocument,
  PaletteLatestDecksDocument,
} from './palette.generated.ts';

/** One line of the palette: what it is, and where it leads. */
export interface PaletteEntry {
  id: string;
  label: string;
  /** Whether the learner wrote the label. */
  isOwn?: boolean;
  /** Kind of entry, or the deck of a card. */
  note: string;
  isOwnNote?: boolean;
  to: string;
}

const places = (): PaletteEntry[] => [
  { id: 'due', label: t`Study due cards`, note: t`Go to`, to: '/study/due' },
  { id: 'dashboard', label: t`Dashboard`, note: t`Go to`, to: '/dashboard' },
  { id: 'decks', label: t`My Decks`, note: t`Go to`, to: '/mydecks' },
  { id: 'study', label: t({ message: 'Study', context: 'page' }), note: t`Go to`, to: '/study' },
  { id: 'ai', label: t`Generate cards with AI`, note: t`Go to`, to: '/mydecks?ai=new' },
  { id: 'settings', label: t`Settings`, note: t`Go to`, to: '/settings' },
  { id: 'payments', label: t`Payments`, note: t`Go to`, to: '/billing/payments' },
];

export function placesFor(text: string): PaletteEntry[] {
  const key = searchKey(text);
  return places().filter(({ label }) => searchKey(label).includes(key));
}

interface Deck {
  id: string;
  title: string;
}

const entriesOfDeck = ({ id, title }: Deck): PaletteEntry[] => [
  { id: `deck-${id}`, label: title, isOwn: true, note: t`Deck`, to: `/mydecks/${id}` },
  { id: `study-${id}`, label: t`Study ${title}`, note: t`Deck`, to: `/study/${id}` },
];

async function findDecks(client: ApolloClient, text: string): Promise<PaletteEntry[]> {
  const { data } = await client.query({ query: PaletteDecksDocument, variables: { text } });
  return data?.viewer.decks?.items.flatMap(entriesOfDeck) ?? [];
}

async function latestDecks(client: ApolloClient): Promise<string[]> {
  const { data } = await client.query({ query: PaletteLatestDecksDocument });
  return data?.viewer.decks?.items.map(({ id }) => id) ?? [];
}

async function findCardsOf(client: ApolloClient, deckId: string, text: string): Promise<PaletteEntry[]> {
  const { data } = await client.query({ query: PaletteCardsDocument, variables: { deckId, text } });
  if (!data?.deck) return [];
  const { title, flashcards } = data.deck;
  const to = `/mydecks/${deckId}?q=${encodeURIComponent(text)}`;
  return flashcards.items.map(({ id, frontText }) => ({
    id: `card-${deckId}-${id}`,
    label: frontText,
    isOwn: true,
    note: title,
    isOwnNote: true,
    to,
  }));
}

/** Finds cards in the current deck and in the decks studied last. Searching all decks would read every card. */
async function findCards(
  client: ApolloClient,
  text: string,
  currentDeckId: string | null,
): Promise<PaletteEntry[]> {
  const decks = new Set([...(currentDeckId ? [currentDeckId] : []), ...(await latestDecks(client))]);
  return (await Promise.all([...decks].map((id) => findCardsOf(client, id, text)))).flat();
}

/** Finds decks and cards that contain the text. Rejects when the server cannot be reached. */
export async function find(
  client: ApolloClient,
  text: string,
  currentDeckId: string | null,
): Promise<PaletteEntry[]> {
  const found = await Promise.all([findDecks(client, text), findCards(client, text, currentDeckId)]);
  return found.flat();
}
