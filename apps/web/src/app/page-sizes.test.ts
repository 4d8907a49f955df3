import { print } from 'graphql';
import { expect, it } from 'vitest';
import { DashboardScreenDocument } from '../features/dashboard/dashboard-page.generated.ts';
import { decksPerPage } from '../features/decks/list/deck-query.ts';
import { StudyScreenDocument } from '../features/study/overview/study-page.generated.ts';

it.each([
  ['the study page', StudyScreenDocument, 6],
  ['the dashboard', DashboardScreenDocument, 10],
])('%s requests as many decks as a page has', (_page, document, size) => {
  expect(print(document)).toContain(`perPage: ${size}`);
});

it('My Decks has six tiles a page, as specified, and twenty rows', () => {
  expect(decksPerPage).toEqual({ tiles: 6, list: 20 });
});
