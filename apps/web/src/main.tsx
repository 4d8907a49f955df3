import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startLanguage } from './shared/i18n/chosen-language.ts';
import { loadMissing } from './shared/lib/browser-support.ts';
import { tolerateTranslation } from './shared/lib/translated-page.ts';

function start() {
  tolerateTranslation(document.body);
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// Without the missing features most of the client still works.
Promise.all([loadMissing(), startLanguage()]).then(start, start);
