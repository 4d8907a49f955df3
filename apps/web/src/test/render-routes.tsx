import { ThemeProvider } from '@mui/material/styles';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { routes } from '../app/router.tsx';
import { theme } from '../shared/theme/theme.ts';
import { Announcer } from '../shared/ui/states/announcer.tsx';

/** Renders the whole client at an address, and returns its router. */
export function renderRoutes(at: string) {
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  render(
    <ThemeProvider theme={theme}>
      <Announcer>
        <RouterProvider router={router} />
      </Announcer>
    </ThemeProvider>,
  );
  return router;
}
