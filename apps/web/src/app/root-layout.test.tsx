import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { useForm } from '../shared/hooks/use-form.ts';
import { FormField } from '../shared/ui/fields.tsx';
import { MainArea } from '../shared/ui/page/main-area.tsx';
import { RootLayout } from './root-layout.tsx';

function SignIn() {
  const form = useForm<{ email: string }>({
    initial: { email: '' },
    validate: ({ email }) => (email ? {} : { email: 'Email is required' }),
    onSubmit: () => {},
  });
  return (
    <MainArea>
      <FormField {...form.field('email')} label="Email" autoFocus />
    </MainArea>
  );
}

function open() {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const home = (
    <MainArea>
      <Link to="/login">Sign In</Link>
      <Link to="/about">About</Link>
    </MainArea>
  );
  const children = [
    { path: '/', element: home },
    { path: '/login', element: <SignIn /> },
    { path: '/about', element: <MainArea>About us</MainArea> },
  ];
  const routes = [{ element: <RootLayout />, children }];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
}

it('a form that is opened from a link has the focus in its first field and no error', async () => {
  open();
  fireEvent.click(screen.getByText('Sign In'));
  const field = await screen.findByLabelText('Email');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.queryByText('Email is required')).toBeNull();
});

it('a page without a field of its own gets the focus on its main part', async () => {
  open();
  fireEvent.click(screen.getByText('About'));
  await screen.findByText('About us');
  await waitFor(() => expect(document.activeElement?.id).toBe('main'));
});

it('another window in front does not count as leaving the field', async () => {
  open();
  fireEvent.click(screen.getByText('Sign In'));
  const field = await screen.findByLabelText('Email');
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  fireEvent.blur(field);
  expect(screen.queryByText('Email is required')).toBeNull();
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  fireEvent.blur(field);
  expect(screen.getByText('Email is required')).toBeTruthy();
});
