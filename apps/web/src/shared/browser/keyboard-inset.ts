/** Height in CSS pixels that a phone's keyboard covers, where the browser does not make the page smaller for it. */
function coveredHeight({ height, scale }: VisualViewport): number {
  return scale === 1 ? Math.max(0, Math.round(window.innerHeight - height)) : 0;
}

/** Tells the styles what the keyboard covers, so that the buttons of dialogs stay above it. */
export function followKeyboard(): void {
  const viewport = window.visualViewport;
  viewport?.addEventListener('resize', () =>
    document.documentElement.style.setProperty('--covered', `${coveredHeight(viewport)}px`),
  );
}
