import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { withContact } from '../../../server/contact.ts';
import { Contact } from './contact.tsx';

const sections = (
  <main>
    <section>
      <p>Your cards stay yours</p>
      <Contact>Questions about your data:</Contact>
    </section>
    <footer>
      <Contact>Contact:</Contact>
    </footer>
  </main>
);

function built(): string {
  vi.stubGlobal('document', undefined);
  const html = renderToString(sections);
  vi.unstubAllGlobals();
  return html;
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.querySelector('meta[name="contact"]')?.remove();
  document.body.replaceChildren();
});

it.each([
  ['without an address', undefined],
  ['with an address', "o'brien+kadi@kumbuka.example"],
])('the client takes the prerendered page over unchanged %s', async (_state, email) => {
  const page = new DOMParser().parseFromString(
    withContact(`<head></head><body><div id="root">${built()}</div></body>`, email),
    'text/html',
  );
  document.head.append(...page.head.childNodes);
  document.body.append(...page.body.childNodes);
  const links = () => [...document.querySelectorAll('a')];
  const before = document.body.innerHTML;
  expect(before).not.toContain('__CONTACT');
  expect(links().map(({ href }) => href)).toEqual(email ? [`mailto:${email}`, `mailto:${email}`] : []);
  expect(links().map(({ textContent }) => textContent)).toEqual(email ? [email, email] : []);

  const onRecoverableError = vi.fn();
  const root = document.getElementById('root')!;
  await act(async () => void hydrateRoot(root, sections, { onRecoverableError }));
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(links()).toHaveLength(email ? 2 : 0);
});
