import type { ApolloClient } from '@apollo/client';
import { searchKey } from '@kumbuka/text';
import { t } from '@lingui/core/macro';
import { PaletteCardsDocument, PaletteDecksDocument } from './palette.generated.ts';

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

/** Cards that the list shows; a longer text finds the others. */
const shownCards = 8;

async function searchSomeDecks(client: ApolloClient, text: string, after: string | null) {
  const { data } = await client.query({ query: PaletteCardsDocument, variables: { text, after } });
  return {
    next: data?.viewer.cardSearch?.next ?? null,
    cards: (data?.viewer.cardSearch?.items ?? []).map(({ id, frontText, deck }): PaletteEntry => ({
      id: `card-${id}`,
      label: frontText,
      isOwn: true,
      note: deck.title,
      isOwnNote: true,
      to: `/mydecks/${deck.id}?q=${encodeURIComponent(text)}`,
    })),
  };
}

/** Finds cards in all decks, some decks per request. */
async function* findCards(client: ApolloClient, text: string): AsyncGenerator<PaletteEntry[]> {
  const found: PaletteEntry[] = [];
  let after: string | null = null;
  do {
    const part: Awaited<ReturnType<typeof searchSomeDecks>> = await searchSomeDecks(client, text, after);
    found.push(...part.cards);
    after = part.next;
    yield found.slice(0, shownCards);
  } while (after !== null && found.length < shownCards);
}

/**
 * Finds decks and cards that contain the text, and calls `show` with more and more of them until it returns false. Rejects
 * when the server cannot be reached.
 */
export async function find(
  client: ApolloClient,
  text: string,
  show: (found: PaletteEntry[]) => boolean,
): Promise<void> {
  const decks = findDecks(client, text);
  // Awaited below, unless the cards fail first.
  decks.catch(() => undefined);
  for await (const cards of findCards(client, text)) if (!show([...(await decks), ...cards])) return;
}
