import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Command } from '../state/keyboard.ts';
import { useSessionKeys } from './use-session-keys.ts';

const situation = {
  answerShown: false,
  answered: false,
  canUndo: false,
  fourAnswers: false,
  singleKeys: true,
};

function Session({ run }: { run: (command: Command) => void }) {
  useSessionKeys(true, situation, run, (act) => act());
  return <h1>Rivers</h1>;
}

it('a key that is pressed as soon as the session is in the page is not lost', async () => {
  const run = vi.fn<(command: Command) => void>();
  // As in the browser. `act` runs all effects before it returns, so no key could be pressed between them.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  onTestFinished(() => void vi.unstubAllGlobals());
  const container = document.createElement('div');
  const root = createRoot(container);
  onTestFinished(() => root.unmount());
  const isShown = new Promise((resolve) => {
    new MutationObserver(resolve).observe(container, { childList: true });
  });
  root.render(<Session run={run} />);
  await isShown;
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  expect(run.mock.calls).toEqual([['flip']]);
});
