import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { PromptsPage } from './prompts-page.tsx';

const aUse = (fields: object) => ({
  __typename: 'Generation',
  id: '1',
  state: 'READY',
  title: 'A cell is the smallest unit of life.',
  made: 8,
  createdAt: '2026-11-05T10:00:00Z',
  insertions: [{ __typename: 'Insertion', deckId: '12', inserted: 6 }],
  ...fields,
});
const aQuota = (items: object[]) => ({
  viewer: {
    __typename: 'User',
    id: '7',
    aiQuota: {
      __typename: 'AiQuota',
      used: items.length,
      limit: 5,
      unlimited: false,
      month: '2026-11',
      uses: {
        __typename: 'GenerationPage',
        items,
        pageInfo: {
          __typename: 'PageInfo',
          page: 1,
          perPage: 10,
          totalPages: 1,
          totalItems: items.length,
          hasNext: false,
          hasPrev: false,
        },
      },
    },
  },
});

it('the prompts page shows the text, the result and the deck of each prompt of the month', async () => {
  const running = aUse({ id: '2', state: 'RUNNING', title: 'Rivers of Kenya', made: 0, insertions: [] });
  renderScreen({ screen: <PromptsPage />, responses: { PromptsScreen: () => aQuota([running, aUse({})]) } });
  expect(await screen.findByText(/^November 2026: 2 of 5 free prompts/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Rivers of Kenya' })).toBeTruthy();
  expect(screen.getByText(/Running now; a failed prompt is not counted/)).toBeTruthy();
  expect(screen.getByText(/8 cards, 6 inserted/)).toBeTruthy();
  expect(
    screen.getByRole('link', { name: /^Open the deck with the cards of: A cell/ }).getAttribute('href'),
  ).toBe('/mydecks/12');
});

it('the prompts page says that no prompt was used', async () => {
  renderScreen({ screen: <PromptsPage />, responses: { PromptsScreen: () => aQuota([]) } });
  expect(await screen.findByText('No prompts used this month')).toBeTruthy();
});
