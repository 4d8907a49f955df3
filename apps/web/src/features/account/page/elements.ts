import type { PartName } from '../form-view.tsx';

/** The element of a name; throws when the page has none. */
export function partOf<Kind extends HTMLElement = HTMLElement>(root: ParentNode, name: PartName): Kind {
  const found = root.querySelector<Kind>(`[data-part="${name}"]`);
  if (!found) throw new Error(`The page has no ${name}`);
  return found;
}

export const showPart = (root: ParentNode, name: PartName, isShown = true) => {
  partOf(root, name).hidden = !isShown;
};

/** Writes a text into all elements of a name. */
export function fillParts(root: ParentNode, name: PartName, text: string) {
  for (const place of root.querySelectorAll(`[data-part="${name}"]`)) place.textContent = text;
}

/** Disables a control with the look of a disabled one. */
export function disable(control: HTMLButtonElement, isDisabled: boolean) {
  control.disabled = isDisabled;
  control.classList.toggle('Mui-disabled', isDisabled);
}

/** What the page shows later. It lies in a template, so that nothing finds it before. */
export function laterPart<Kind extends HTMLElement>(selector: string): Kind {
  const { content } = partOf<HTMLTemplateElement>(document, 'code-step');
  return document.importNode(content, true).querySelector<Kind>(selector)!;
}

/** Two steps of a page, one of which is in the page. */
export function stepsOf(first: HTMLFormElement) {
  const second = laterPart<HTMLFormElement>('form');
  return {
    second,
    show(isSecond: boolean) {
      const [from, to] = isSecond ? [first, second] : [second, first];
      from.replaceWith(to);
      showPart(document, 'form-lead', !isSecond);
      showPart(document, 'code-lead', isSecond);
    },
  };
}
