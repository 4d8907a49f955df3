import { chosenLanguage } from './chosen-language.ts';
import { tokenKeys } from './token-keys.ts';

/** Hides the landing page from learners before the first paint. */
export const hideFromLearners = `(() => {
  try {
    if (${JSON.stringify(tokenKeys)}.some((key) => localStorage.getItem(key)))
      document.documentElement.dataset.prerendered = 'hidden';
  } catch {}
})();`;

/** Loads the page again in the chosen language, where the server did not know it. The cookie tells the server. */
export const inChosenLanguage = `(() => {
  try {
    const chosen = ${chosenLanguage};
    if (!/^(?:en|sw)$/.test(chosen) || chosen === document.documentElement.lang) return;
    const cookie = 'language=' + chosen;
    if (document.cookie.includes(cookie)) return;
    document.cookie = cookie + '; path=/; max-age=31536000; samesite=lax';
    if (!document.cookie.includes(cookie)) return;
    document.documentElement.dataset.prerendered = 'hidden';
    location.reload();
  } catch {}
})();`;

/** Milliseconds after which the client is loaded although the early responses are not there. */
const untilDataMs = 1500;

const load = `(files) => {
  const [app, ...others] = files;
  for (const href of files)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }));
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: app }));
}`;

/** Loads the client after the early responses, which would otherwise compete with it. */
const loadAfterData = `(files) => {
  let hasStarted = false;
  const start = () => {
    if (hasStarted) return;
    hasStarted = true;
    (${load})(files);
  };
  const early = window.earlyRequests ?? [];
  if (early.length === 0) return start();
  setTimeout(start, ${untilDataMs});
  Promise.allSettled(early.map(({ response }) => response.then((each) => each.clone().text()))).then(start);
}`;

const loadForLearners = `(files) => {
  if (document.documentElement.dataset.prerendered === 'hidden') (${load})(files);
}`;

/** Fetches the files of the next page while the visitor types. */
const fetchAhead = `(files) => {
  if (navigator.connection?.saveData) return;
  addEventListener('load', () => {
    for (const file of files) fetch(file, { priority: 'low' }).catch(() => {});
  });
}`;

/** Functions of the client's files, by when the page starts the client. */
export const starts = {
  'after-data': loadAfterData,
  'for-learners': loadForLearners,
  never: fetchAhead,
};

/** Fetches the next pages of visitors before they are opened; browsers without such rules open them a moment later. */
export const speculation = JSON.stringify({
  prefetch: [
    { source: 'list', urls: ['/signup'], eagerness: 'immediate' },
    // On the way of the pointer to the link: most learners who sign in open the dashboard instead.
    { source: 'list', urls: ['/login'], eagerness: 'moderate' },
  ],
});
