import { useEffect } from 'react';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { readToken } from '../shared/auth/token.ts';
import { isDocumentOf } from '../shared/browser/document-path.ts';

/** The landing page of learners. Visitors get the page that the build rendered. */
export function HomePage() {
  const isShown = readToken() !== null || isDocumentOf('/');
  useEffect(() => {
    if (!isShown) window.location.replace('/');
  }, [isShown]);
  return isShown ? <LandingPage /> : null;
}
