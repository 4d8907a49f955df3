import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { focusMain } from '../shared/lib/focus-main.ts';
import { SkipLink } from './skip-link.tsx';

/** True when the page that has just come up took the focus itself, such as for the first field of a form. */
function hasFocusInside(main: HTMLElement | null) {
  const { activeElement } = document;
  return main !== null && main !== activeElement && main.contains(activeElement);
}

/** After a change of route the keyboard and the screen reader go to the new page's main part, not before the first one. */
function useFocusOnNavigation() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!hasFocusInside(document.getElementById('main'))) focusMain();
  }, [pathname]);
}

/** The empty page of the first moments; its colour comes from index.html. */
export function StartingUp() {
  return <Box aria-busy sx={{ minHeight: '100dvh' }} />;
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
