import { formulaAttribute } from '@kumbuka/content';
import { render } from 'katex';
import 'katex/contrib/mhchem';
import 'katex/dist/katex-swap.min.css';

/** Draws the marked formulas of an element. One that cannot be read shows its source. */
export function drawFormulas(place: Element): void {
  for (const element of place.querySelectorAll<HTMLElement>(`[${formulaAttribute}]`)) {
    const source = element.textContent;
    const displayMode = element.getAttribute(formulaAttribute) === 'block';
    element.removeAttribute(formulaAttribute);
    try {
      render(source, element, {
        displayMode,
        trust: false,
        strict: 'ignore',
        maxSize: 20,
        maxExpand: 200,
      });
    } catch {
      element.textContent = source;
    }
  }
}
