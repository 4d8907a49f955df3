import { useStoredChoice } from '../../../shared/hooks/use-stored-choice.ts';

const views = ['cards', 'list'] as const;
export type CardsView = (typeof views)[number];

export const cardsPerPage: Record<CardsView, number> = { cards: 10, list: 50 };

/** How the cards of decks are shown. */
export const useCardsView = () => useStoredChoice<CardsView>('kumbuka.cards-view', views);
