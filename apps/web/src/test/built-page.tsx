import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import type { VisitorApi } from '../shared/auth/account-calls.ts';
import { theme } from '../shared/theme/theme.ts';
import type { AccountPage } from '../features/account/page/start-page.ts';
import { anAuthApi } from './render-screen.tsx';

/** jsdom has no modal dialogs. */
function provideDialogs() {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
    this.querySelector<HTMLElement>('input')?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}

/** Closes the page before the end of the test, as a reload does. */
export function closeBuiltPage() {
  document.body.replaceChildren();
}

/** Shows a page as the build renders it, and runs its script. Returns how to close it. */
export function showBuiltPage(
  screen: ReactNode,
  run: (page: AccountPage) => void,
  { api, leave }: Pick<AccountPage, 'api' | 'leave'>,
): () => void {
  provideDialogs();
  const html = renderToStaticMarkup(
    <ThemeProvider theme={theme}>
      <MemoryRouter>{screen}</MemoryRouter>
    </ThemeProvider>,
  );
  document.body.insertAdjacentHTML('beforeend', `<div id="shell">${html}</div>`);
  document.querySelector<HTMLElement>('#shell [autofocus]')?.focus();
  const controller = new AbortController();
  run({ api, leave, signal: controller.signal });
  return () => {
    controller.abort();
    closeBuiltPage();
  };
}

/** Opens a page as the build renders it until the end of the test. Returns the addresses that the page opened. */
export function openBuiltPage(
  screen: ReactNode,
  run: (page: AccountPage) => void,
  calls: Partial<VisitorApi> = {},
): string[] {
  const opened: string[] = [];
  onTestFinished(
    showBuiltPage(screen, run, { api: anAuthApi(calls), leave: (path) => void opened.push(path) }),
  );
  return opened;
}
