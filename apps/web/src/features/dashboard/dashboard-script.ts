/** Fills in the name, so that the page shows the dashboard's frame. `src/main.tsx` replaces it. */
async function greet(greetings: readonly string[]) {
  const [ofViewer] = globalThis.earlyRequests ?? [];
  if (!ofViewer) return;
  const page = document.documentElement;
  page.dataset['shell'] = 'shown';
  const response = await ofViewer.response;
  const { data } = await response.clone().json();
  const name: unknown = data?.viewer?.username?.trim();
  const heading = document.querySelector('#shell h1');
  if (!name || !heading) return;
  heading.textContent = `${greetings[new Date().getHours()]}, ${String(name)}`;
  page.dataset['shell'] = 'filled';
}

/** What the page calls. */
export const start = (greetings: readonly string[]): void => void greet(greetings).catch(() => {});
