import { print } from 'graphql';
import { expect, it } from 'vitest';
import { DashboardScreenDocument } from '../features/dashboard/dashboard-page.generated.ts';
import { DecksScreenDocument } from '../features/decks/list/decks-page.generated.ts';
import { StudyScreenDocument } from '../features/study/overview/study-page.generated.ts';

it.each([
  ['My Decks', DecksScreenDocument, 6],
  ['the study page', StudyScreenDocument, 6],
  ['the dashboard', DashboardScreenDocument, 10],
])('%s requests as many decks as a page has', (_page, document, size) => {
  expect(print(document)).toContain(`perPage: ${size}`);
});
