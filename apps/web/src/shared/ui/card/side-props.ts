export type CardFormat = 'PLAIN' | 'RICH';

export interface SideProps {
  text: string;
  format: CardFormat;
  /** Kind of the card's note. */
  kind: string;
  /** The other side, where this one is the answer. */
  question?: string;
}
