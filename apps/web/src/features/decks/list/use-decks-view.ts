import { useStoredChoice } from '../../../shared/hooks/use-stored-choice.ts';

const views = ['tiles', 'list'] as const;
export type DecksView = (typeof views)[number];

/** How My Decks is shown. */
export const useDecksView = () => useStoredChoice<DecksView>('kumbuka.decks-view', views);
