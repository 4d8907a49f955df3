/**
 * The whole script of the prerendered landing page until a visitor shows interest: then the client takes the page over.
 * Links work without it.
 */
const { app = '', ahead = '' } = document.querySelector<HTMLElement>('script[data-app]')!.dataset;
const usable = 'a, button, [role="group"], [tabindex="0"]';
const signs = ['pointerover', 'pointerdown', 'focusin'] as const;

let started: Promise<void> | null = null;
/** Control that was pressed before the client was loaded. */
let pressed: HTMLElement | null = null;

function loadAhead() {
  for (const href of ahead.split(' '))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

async function load() {
  loadAhead();
  const shown = new Promise((resolve) => window.addEventListener('kumbuka:shown', resolve, { once: true }));
  await import(/* @vite-ignore */ app);
  await shown;
  for (const sign of signs) document.removeEventListener(sign, onSign);
  document.removeEventListener('click', onClick, true);
  pressed?.removeAttribute('aria-busy');
  if (pressed?.isConnected) pressed.click();
}

function start() {
  started ??= load().catch(() => {
    // The next sign of interest tries again.
    started = null;
    pressed?.removeAttribute('aria-busy');
    pressed = null;
  });
}

const usableAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>(usable) : null;

function onSign(event: Event) {
  if (usableAt(event)) start();
}

/** Remembers the pressed control and loads the client. Links work by themselves. */
function onClick(event: Event) {
  const control = usableAt(event);
  if (!control || control.matches('a')) return;
  pressed?.removeAttribute('aria-busy');
  pressed = control;
  control.setAttribute('aria-busy', 'true');
  start();
}

for (const sign of signs) document.addEventListener(sign, onSign, { passive: true });
document.addEventListener('click', onClick, true);
if (document.documentElement.dataset['prerendered'] === 'hidden') start();
