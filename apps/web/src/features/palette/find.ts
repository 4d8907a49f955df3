import type { ApolloClient } from '@apollo/client';
import { searchKey } from '@kumbuka/text';
import { t } from '@lingui/core/macro';
import {
  PaletteCardsDocument,
  PaletteDecksDocument,
  PaletteLatestDecksDocument,
} from './palette.generated.ts';

/** One line of the palette: what it is, and where it leads. */
export interface Found {
  id: string;
  label: string;
  /** The label is a text of the learner. */
  isOwn?: boolean;
  /** Kind of entry, or the deck of a card. */
  note: string;
  isOwnNote?: boolean;
  to: string;
}

const places = (): Found[] => [
  { id: 'due', label: t`Study due cards`, note: t`Go to`, to: '/study/due' },
  { id: 'dashboard', label: t`Dashboard`, note: t`Go to`, to: '/dashboard' },
  { id: 'decks', label: t`My Decks`, note: t`Go to`, to: '/mydecks' },
  { id: 'study', label: t({ message: 'Study', context: 'page' }), note: t`Go to`, to: '/study' },
  { id: 'ai', label: t`Generate cards with AI`, note: t`Go to`, to: '/mydecks?ai=new' },
  { id: 'settings', label: t`Settings`, note: t`Go to`, to: '/settings' },
  { id: 'payments', label: t`Payments`, note: t`Go to`, to: '/billing/payments' },
];

export function placesFor(text: string): Found[] {
  const key = searchKey(text);
  return places().filter(({ label }) => searchKey(label).includes(key));
}

interface Deck {
  id: string;
  title: string;
}

const ofDeck = ({ id, title }: Deck): Found[] => [
  { id: `deck-${id}`, label: title, isOwn: true, note: t`Deck`, to: `/mydecks/${id}` },
  { id: `study-${id}`, label: t`Study ${title}`, note: t`Deck`, to: `/study/${id}` },
];

async function findDecks(client: ApolloClient, text: string): Promise<Found[]> {
  const { data } = await client.query({ query: PaletteDecksDocument, variables: { text } });
  return data?.viewer.decks?.items.flatMap(ofDeck) ?? [];
}

async function latestDecks(client: ApolloClient): Promise<string[]> {
  const { data } = await client.query({ query: PaletteLatestDecksDocument });
  return data?.viewer.decks?.items.map(({ id }) => id) ?? [];
}

async function findCardsOf(client: ApolloClient, deckId: string, text: string): Promise<Found[]> {
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

/** Cards of the deck on the screen and of those studied last: a search of all decks would read every card. */
async function findCards(client: ApolloClient, text: string, here: string | null): Promise<Found[]> {
  const decks = new Set([...(here ? [here] : []), ...(await latestDecks(client))]);
  return (await Promise.all([...decks].map((id) => findCardsOf(client, id, text)))).flat();
}

/** Decks and cards with that text; rejects when the server is not reached. */
export async function find(client: ApolloClient, text: string, here: string | null): Promise<Found[]> {
  const found = await Promise.all([findDecks(client, text), findCards(client, text, here)]);
  return found.flat();
}
