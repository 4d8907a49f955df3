import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { finishSession, open, taken, type Recorded } from '../../../../test/open-session.tsx';

it('the summary stops saying that answers are unsent once they are sent', async () => {
  let away = true;
  const record = (variables: Recorded) => {
    if (away) throw new TypeError('Failed to fetch');
    return taken(variables);
  };
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await open({ RecordAnswers: record });
  await finishSession();
  const summary = await screen.findByRole('dialog', { name: 'Study Session Complete!' });
  expect(summary.textContent).toContain('2 answers not sent yet');
  expect(summary.textContent).not.toContain('Day 1');
  away = false;
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(summary.textContent).toContain('Day 1'));
  expect(summary.textContent).not.toContain('not sent yet');
});

it('the session page says when it does not know the next due days, instead of showing nothing', async () => {
  const fails = () => {
    throw new TypeError('Failed to fetch');
  };
  await open({ SessionSummary: fails });
  await finishSession();
  expect(await screen.findByText('The next reviews cannot be shown right now.')).toBeTruthy();
});
