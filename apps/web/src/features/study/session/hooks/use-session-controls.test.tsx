import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { newSchedule } from '../../../../test/new-card.ts';
import { advancing, open, openAt, press, stats, taken } from '../../../../test/open-session.tsx';

it('the session page puts the focus on the card after a reveal, never on Correct', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: /Show Answer/ }));
  await screen.findByRole('button', { name: /^Correct/ });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Card 1 of 2');
});

it('Next and then Space flips the new card and skips none', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Next card' }));
  await screen.findByText('2 of 2 cards');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Card 2 of 2');
});

/** A field of a browser extension, in its own shadow tree. */
function fieldOfAnExtension() {
  const host = document.body.appendChild(document.createElement('div'));
  host.attachShadow({ mode: 'open' }).innerHTML = '<input />';
  return { host, field: host.shadowRoot!.querySelector('input')! };
}

function editableParagraph() {
  const host = document.body.appendChild(document.createElement('div'));
  host.setAttribute('contenteditable', 'true');
  const field = host.appendChild(document.createElement('p'));
  return { host, field };
}

function closedWidget() {
  const host = document.body.appendChild(document.createElement('notes-widget'));
  const field = host.attachShadow({ mode: 'closed' }).appendChild(document.createElement('input'));
  return { host, field };
}

it.each([fieldOfAnExtension, editableParagraph, closedWidget])(
  'typing 1 into a field that another program added to the page does not answer the card (%o)',
  async (make) => {
    const record = vi.fn(taken);
    await open({ RecordAnswers: record });
    press(' ');
    const { host, field } = make();
    fireEvent.keyDown(field, { key: '1', code: 'Digit1', composed: true });
    host.remove();
    expect(screen.getByRole('button', { name: /^Correct/ })).toBeTruthy();
    expect(record).not.toHaveBeenCalled();
  },
);

it('after an answer the large button for the next card replaces Correct', async () => {
  await open();
  press(' ');
  fireEvent.click(screen.getByRole('button', { name: /^Correct/ }));
  const places = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(places).toEqual(expect.arrayContaining(['Show QuestionSpace', 'Next card→']));
  fireEvent.click(screen.getByRole('button', { name: 'Next card' }));
  await screen.findByText('2 of 2 cards');
});

it('with automatic advance a card takes two keys, and U goes back and undoes the answer of the card before', async () => {
  const record = vi.fn(taken);
  const undo = vi.fn(() => ({ undoAnswer: { schedule: newSchedule, stats } }));
  await openAt('1 of 2 cards', { RecordAnswers: record, UndoAnswer: undo }, advancing);
  press(' ');
  press('0');
  await screen.findByText('2 of 2 cards');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Card 2 of 2');
  await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
  press('u');
  await screen.findByText('1 of 2 cards');
  expect(screen.getByRole('button', { name: /^Correct/ })).toBeTruthy();
  await waitFor(() => expect(undo).toHaveBeenCalledTimes(1));
  press('1');
  await screen.findByText('2 of 2 cards');
  press(' ');
  press('1');
  expect(await screen.findByRole('button', { name: 'Finish Study Session' })).toBeTruthy();
});

it('automatic advance is offered once, before the first answer, and then each answer brings the next card', async () => {
  const update = vi.fn(() => ({ updateStudySettings: { __typename: 'LearnerStats', timezone: 'UTC' } }));
  const offer = () => screen.queryByRole('button', { name: 'Advance automatically' });
  await open({ UpdateStudyPreferences: update });
  await screen.findByText('1 of 2 cards');
  fireEvent.click(offer() ?? document.body);
  await waitFor(() =>
    expect(update).toHaveBeenCalledWith({ input: { advancesAutomatically: true } }, expect.anything()),
  );
  expect(offer()).toBeNull();
  cleanup();
  await open();
  await screen.findByText('1 of 2 cards');
  expect(offer()).toBeNull();
});

it('a swipe answers only a shown answer', async () => {
  const record = vi.fn(taken);
  await open({ RecordAnswers: record });
  const swipe = () => {
    const card = screen.getByRole('group', { name: /^Card/ });
    const touch = { pointerType: 'touch', isPrimary: true, clientY: 300 };
    fireEvent.pointerDown(card, { ...touch, clientX: 100 });
    fireEvent.pointerMove(card, { ...touch, clientX: 220 });
    fireEvent.pointerUp(card, { ...touch, clientX: 220 });
  };
  swipe();
  expect(screen.getByRole('button', { name: /Show Answer/ })).toBeTruthy();
  press(' ');
  swipe();
  await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
  expect(record.mock.calls[0]?.[0].input.answers[0]?.wasCorrect).toBe(true);
});

it('the mark of a swipe has its colour by the direction, not by its text', async () => {
  await open();
  press(' ');
  await screen.findByRole('button', { name: /^Correct/ });
  const card = screen.getByRole('group', { name: /^Card/ });
  const touch = { pointerType: 'touch', isPrimary: true, clientY: 300 };
  for (const [clientX, swipe, swipeWord] of [
    [220, 'right', 'Correct'],
    [20, 'left', 'Incorrect'],
  ] as const) {
    fireEvent.pointerDown(card, { ...touch, clientX: 120 });
    fireEvent.pointerMove(card, { ...touch, clientX });
    const marked = card.closest<HTMLElement>('[data-swipe]');
    expect({ ...marked?.dataset }).toMatchObject({ swipe, swipeWord });
    fireEvent.pointerCancel(card, touch);
  }
});

it('the card follows the finger and tilts, and lies straight again after a release that answers nothing (D5)', async () => {
  await open();
  press(' ');
  await screen.findByRole('button', { name: /^Correct/ });
  const card = screen.getByRole('group', { name: /^Card/ });
  const touch = { pointerType: 'touch', isPrimary: true, clientY: 300 };
  fireEvent.pointerDown(card, { ...touch, clientX: 120 });
  fireEvent.pointerMove(card, { ...touch, clientX: 160 });
  const dragged = card.closest<HTMLElement>('[data-dragged]');
  expect(dragged?.style.getPropertyValue('--drag')).toBe('40px');
  expect(parseFloat(dragged?.style.getPropertyValue('--tilt') ?? '')).toBeGreaterThan(0);
  fireEvent.pointerUp(card, { ...touch, clientX: 160 });
  expect(card.closest('[data-dragged]')).toBeNull();
  expect(screen.getByRole('button', { name: /^Correct/ })).toBeTruthy();
});
