import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Content of a page without text: an image, which may be a scan; curves, which may be letters; or nothing. */
export type PageLook = 'scan' | 'shapes' | 'blank';

const images: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObject,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintInlineImageXObject,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintSolidColorImageMask,
]);

/** Number of coordinates after each step of a path in pdf.js: move, line, curve, quadratic curve, close. */
const numbersOfStep = [2, 2, 6, 4, 0];

/** Whether a path has curves. Letters have; rules, frames and the white background of many programs have none. */
function hasCurve(path: Float32Array | null): boolean {
  for (let at = 0; path && at < path.length; at += 1 + (numbersOfStep[path[at] ?? 0] ?? 0))
    if (path[at] === 2 || path[at] === 3) return true;
  return false;
}

type PathOperands = [paint: number, paths: [Float32Array | null]];

function isCurve(operator: number, operands: unknown): boolean {
  if (operator !== OPS.constructPath) return false;
  const [paint, [path]] = operands as PathOperands;
  return paint !== OPS.endPath && hasCurve(path);
}

/** Classifies what a page draws, without waiting for images to be decoded. */
export async function classifyPage(page: PDFPageProxy): Promise<PageLook> {
  const { fnArray, argsArray } = await page.getOperatorList();
  if (fnArray.some((operator) => images.has(operator))) return 'scan';
  return fnArray.some((operator, index) => isCurve(operator, argsArray[index])) ? 'shapes' : 'blank';
}
