import { formulaAttribute } from '@kumbuka/content';
import { renderRich } from '@kumbuka/content/browser';
import Box from '@mui/material/Box';
import { useLayoutEffect, useRef } from 'react';
import { drawParts } from './draw-parts.ts';
import { richStyles } from './rich-styles.ts';

/** Formulas and code keep their source where their chunk cannot be loaded. */
const ignore = () => {};

/** Draws what few texts have, by chunks of its own. */
function drawDetails(place: Element) {
  if (place.querySelector(`[${formulaAttribute}]`))
    import('./draw-formulas.ts').then(({ drawFormulas }) => drawFormulas(place), ignore);
  if (place.querySelector('code[class^="language-"]'))
    import('./colour-code.ts').then(({ colourCode }) => colourCode(place), ignore);
}

/** A rich text. React leaves its elements alone. */
export function RichText({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = box.current;
    if (!place) return;
    place.replaceChildren(renderRich(text));
    drawParts(place);
    drawDetails(place);
  }, [text]);
  return <Box ref={box} data-rich sx={richStyles} />;
}
