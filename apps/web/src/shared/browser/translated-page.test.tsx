import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tolerateTranslation } from './translated-page.ts';

let stop = () => {};
beforeEach(() => {
  stop = tolerateTranslation(document.body);
});
afterEach(() => stop());

function Counter({ done, total, note }: { done: number; total: number; note?: string }) {
  return (
    <p data-testid="counter">
      {note}
      {done} of {total} cards
      {done === total && <b>Finished</b>}
    </p>
  );
}

const textsOf = (root: Node) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts.filter(({ parentElement }) => parentElement?.localName !== 'font');
};
const fontWith = (text: Text) => {
  const font = document.createElement('font');
  font.append(document.createElement('font'));
  font.firstElementChild?.append(text.data.toUpperCase());
  return font;
};

/** How browsers and extensions translate a text node. */
const translators: Record<string, (text: Text) => void> = {
  'replaces it': (text) => text.replaceWith(fontWith(text)),
  'puts the translation before it': (text) => {
    text.before(fontWith(text));
    text.remove();
  },
  'puts the translation behind it': (text) => {
    text.after(fontWith(text));
    text.remove();
  },
  'wraps it': (text) => {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text);
  },
  'changes it': (text) => {
    text.data = text.data.toUpperCase();
  },
};

function Decks({ status, titles }: { status: string; titles: readonly string[] }) {
  return (
    <div data-testid="counter">
      <p role="status">{status}</p>
      <ul>
        {titles.map((title) => (
          <li key={title}>{title} </li>
        ))}
      </ul>
    </div>
  );
}

const shown = () => screen.getByTestId('counter').textContent.toLowerCase();
it.each(Object.keys(translators))(
  'a counter still changes after a translator that %s',
  async (translator) => {
    const translate = async () => {
      textsOf(document.body).forEach(translators[translator]!);
      // A translator works in a task of its own, never within React's.
      await Promise.resolve();
    };
    const { rerender, unmount } = render(<Counter done={1} total={4} />);
    await translate();
    rerender(<Counter done={2} total={4} />);
    await vi.waitFor(() => expect(shown()).toBe('2 of 4 cards'));
    await translate();
    rerender(<Counter done={3} total={4} note="Well done. " />);
    await vi.waitFor(() => expect(shown()).toBe('well done. 3 of 4 cards'));
    await translate();
    rerender(<Counter done={4} total={4} />);
    await vi.waitFor(() => expect(shown()).toBe('4 of 4 cardsfinished'));
    await translate();
    rerender(<Counter done={1} total={4} />);
    await vi.waitFor(() => expect(shown()).toBe('1 of 4 cards'));
    expect(unmount).not.toThrow();
  },
);

it.each(Object.keys(translators))(
  'a status that empties and a list that changes its order stay right after a translator that %s',
  async (translator) => {
    const translate = async () => {
      textsOf(document.body).forEach(translators[translator]!);
      await Promise.resolve();
    };
    const { rerender, unmount } = render(<Decks status="Saved." titles={['rivers', 'lakes', 'dams']} />);
    await translate();
    rerender(<Decks status="" titles={['dams', 'rivers']} />);
    await vi.waitFor(() => expect(shown()).toBe('dams rivers '));
    await translate();
    rerender(<Decks status="Saved again." titles={['lakes', 'dams', 'rivers']} />);
    await vi.waitFor(() => expect(shown()).toBe('saved again.lakes dams rivers '));
    expect(unmount).not.toThrow();
  },
);
