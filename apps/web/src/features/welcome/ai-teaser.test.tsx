import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { AiTeaser } from './ai-teaser.tsx';

it('the ai teaser leads to the first AI deck', async () => {
  const { router } = renderScreen({ screen: <AiTeaser />, at: '/welcome' });
  expect(screen.getByText('You get one free AI deck')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Try free AI deck' }));
  expect(router.state.location).toMatchObject({ pathname: '/mydecks', search: '?ai=new' });
});

it('the ai teaser that was declined does not come back', async () => {
  renderScreen({ screen: <AiTeaser /> });
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByText('Try free AI deck')).toBeNull();
  renderScreen({ screen: <AiTeaser /> });
  expect(screen.queryByText('Try free AI deck')).toBeNull();
});
