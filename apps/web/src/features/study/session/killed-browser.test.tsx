import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { storedResponse } from '../../../shared/offline/responses.ts';
import { useDatabase } from '../../../test/database.ts';
import { cardsById, openAt, press } from '../../../test/open-session.tsx';
import { anAuthApi, asha } from '../../../test/render-screen.tsx';

useDatabase();

// A learner of this file: the outbox of one stays open for the other files of this window.
const api = anAuthApi({ viewer: async () => ({ ...asha, id: '71' }) });
const offline = {
  RecordAnswers: () => Promise.reject(new TypeError('Failed to fetch')),
  SessionAnswers: () => Promise.reject(new TypeError('Failed to fetch')),
  SessionCards: cardsById,
};

it('a session without a network opens at the same card after the browser was killed', async () => {
  await openAt('1 of 2 cards', offline, api);
  press(' ');
  press('1');
  fireEvent.click(await screen.findByRole('button', { name: 'Next card' }));
  await screen.findByText('2 of 2 cards');
  await waitFor(async () =>
    expect(await storedResponse('71', 'PausedSessions', Date.now())).toMatchObject({
      sessions: [{ current: 1 }],
    }),
  );
  cleanup();
  // Chromium has not written the last seconds of it to the disk.
  localStorage.clear();
  await openAt('2 of 2 cards', offline, api);
});
