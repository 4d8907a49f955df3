import { useEffect, useState, type ComponentType } from 'react';
import type { SideProps } from './side-props.ts';

export type { CardFormat, SideProps } from './side-props.ts';

type Side = ComponentType<SideProps>;

/** Kept, so that later cards are drawn at once. */
let drawn: Side | null = null;

/** Loads what draws sides that are more than plain text. */
export const loadSpecial = async (): Promise<Side> => {
  const { SpecialSide } = await import('./rich/special-side.tsx');
  drawn = SpecialSide;
  return SpecialSide;
};

const isSpecial = ({ format, kind, question }: SideProps) =>
  format === 'RICH' || (kind === 'cloze' && question !== undefined);

/** Empty until its chunk is there; the source where the chunk cannot be loaded. */
function LazySide(props: SideProps) {
  const [outcome, setOutcome] = useState<{ side: Side | null; failed: boolean }>({
    side: drawn,
    failed: false,
  });
  useEffect(() => {
    if (outcome.side || outcome.failed) return;
    loadSpecial().then(
      (side) => setOutcome({ side, failed: false }),
      () => setOutcome({ side: null, failed: true }),
    );
  }, [outcome]);
  const { side: Special, failed } = outcome;
  if (Special) return <Special {...props} />;
  return <>{failed || props.format === 'PLAIN' ? props.text : null}</>;
}

/** Content of one side of a card; plain text loads nothing. */
export const SideContent = (props: SideProps) =>
  isSpecial(props) ? <LazySide {...props} /> : <>{props.text}</>;
