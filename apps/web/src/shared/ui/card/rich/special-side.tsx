import { noteKind, type Span } from '@kumbuka/contracts/kinds';
import Box from '@mui/material/Box';
import type { SideProps } from '../side-props.ts';
import { RichText } from './rich-text.tsx';

const marked = { bgcolor: 'action.selected', color: 'text.primary', borderRadius: '4px', px: '0.15em' };

/** Parts of the answer that the question hides. */
const hiddenParts = ({ text, question, kind }: SideProps): Span[] =>
  question === undefined ? [] : (noteKind(kind).hiddenParts?.(question, text) ?? []);

/** Text with the hidden parts marked. */
function MarkedText({ text, spans }: { text: string; spans: readonly Span[] }) {
  const ends = [0, ...spans.map(({ to }) => to)];
  return (
    <>
      {spans.map(({ from, to }, index) => (
        <span key={from}>
          {text.slice(ends[index], from)}
          <Box component="mark" sx={marked}>
            {text.slice(from, to)}
          </Box>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}

/** Where Markdown has a meaning of its own, a mark would change it. */
const isWords = (part: string) => part.trim() !== '' && !/[\n`$<>|\\]/.test(part);

function markedSource(text: string, spans: readonly Span[]): string {
  if (/[`$]/.test(text)) return text;
  return spans.reduceRight((rest, { from, to }) => {
    const part = rest.slice(from, to);
    return isWords(part) ? `${rest.slice(0, from)}<mark>${part}</mark>${rest.slice(to)}` : rest;
  }, text);
}

/** A side that is more than plain text. */
export function SpecialSide(props: SideProps) {
  const spans = hiddenParts(props);
  if (props.format === 'RICH') return <RichText text={markedSource(props.text, spans)} />;
  return <MarkedText text={props.text} spans={spans} />;
}
