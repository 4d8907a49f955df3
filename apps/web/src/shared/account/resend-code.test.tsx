import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { passTime } from '../../test/pass-time.ts';
import { ResendCode } from './resend-code.tsx';

const show = (code: string) => (
  <ResendCode key={code} resending={false} busy={false} onResend={async () => {}} />
);
const button = () => screen.getByRole<HTMLButtonElement>('button');

it('the resend button counts down the wait of the server before another code can be requested', async () => {
  vi.useFakeTimers();
  render(show('first'));
  expect(button().textContent).toBe('Resend code in 30 s');
  expect(button().disabled).toBe(true);
  await passTime(12_000);
  expect(button().textContent).toBe('Resend code in 18 s');
  await passTime(18_000);
  expect(button().textContent).toBe('Resend code');
  expect(button().disabled).toBe(false);
});

it('the resend button is enabled at once in a tab that was hidden for the whole wait', async () => {
  vi.useFakeTimers();
  render(show('first'));
  vi.setSystemTime(Date.now() + 60_000);
  await passTime(1000);
  expect(button().textContent).toBe('Resend code');
});

it('the resend button waits again after each new code', async () => {
  vi.useFakeTimers();
  const { rerender } = render(show('first'));
  await passTime(30_000);
  rerender(show('second'));
  expect(button().textContent).toBe('Resend code in 30 s');
});

it('the focus is on the field of the code after another code was requested', async () => {
  vi.useFakeTimers();
  render(
    <form>
      <input name="code" aria-label="Verification code" />
      {show('first')}
    </form>,
  );
  await passTime(30_000);
  button().focus();
  fireEvent.click(button());
  expect(document.activeElement).toBe(screen.getByLabelText('Verification code'));
});
