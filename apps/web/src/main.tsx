import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { tolerateTranslation } from './shared/lib/translated-page.ts';

const root = document.getElementById('root')!;
tolerateTranslation(document.body);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
