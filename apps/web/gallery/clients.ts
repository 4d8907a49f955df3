import { ApolloClient, ApolloLink, Observable } from '@apollo/client';
import { createCache } from '../src/shared/apollo/client.ts';
import type { DecksToFillQuery } from '../src/shared/deck-picker/deck-picker.generated.ts';

type Reply = (observer: { next: (value: ApolloLink.Result) => void; complete: () => void }) => void;

/** Creates a client that gives every operation the same response. */
const clientReplying = (reply: Reply) =>
  new ApolloClient({
    link: new ApolloLink(() => new Observable(reply)),
    cache: createCache(),
    defaultOptions: { watchQuery: { errorPolicy: 'all' }, query: { errorPolicy: 'none' } },
  });

const decksOf =
  (totalItems: number): Reply =>
  (observer) => {
    const items = [{ __typename: 'Deck', id: '7', title: 'Biology: the cell' }];
    const decks = { __typename: 'DeckPage', items, pageInfo: { __typename: 'PageInfo', totalItems } };
    const data: DecksToFillQuery & object = {
      viewer: { __typename: 'User', id: '1', decks } as DecksToFillQuery['viewer'],
    };
    observer.next({ data });
    observer.complete();
  };

/** Apollo clients for the states of the deck picker, by story name. */
export const deckClients: Readonly<Record<string, ApolloClient>> = {
  'few decks': clientReplying(decksOf(1)),
  'many decks': clientReplying(decksOf(312)),
  loading: clientReplying(() => {}),
  failed: clientReplying((observer) => {
    observer.next({ data: null, errors: [{ message: 'Unavailable', extensions: { code: 'UNAVAILABLE' } }] });
    observer.complete();
  }),
};
