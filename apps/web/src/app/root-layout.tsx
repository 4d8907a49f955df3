import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { focusMain } from '../shared/browser/focus-main.ts';
import { SkipLink } from './skip-link.tsx';
import { wholeWindow } from '../shared/theme/tokens.ts';

/** Whether the new page took the focus itself, for example for the first field of a form. */
function hasFocusInside(main: HTMLElement | null) {
  const { activeElement } = document;
  return main !== null && main !== activeElement && main.contains(activeElement);
}

/** Moves the focus to the main part of the new page after a change of route, but not on the first page. */
function useFocusOnNavigation() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!hasFocusInside(document.getElementById('main'))) focusMain();
  }, [pathname]);
}

/** Empty page until the first route has loaded; its colour comes from index.html. */
export function StartingUp() {
  return <Box aria-busy sx={{ ...wholeWindow }} />;
}

export function RootLayout() {
  useFocusOnNavigation();
  return (
    <>
      <SkipLink />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
