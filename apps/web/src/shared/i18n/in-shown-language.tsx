import { Fragment, type ReactNode } from 'react';
import { useShownLanguage } from './i18n.ts';

/** Renders its children anew when another language is chosen. What was typed in them is lost. */
export const InShownLanguage = ({ children }: { children: ReactNode }) => (
  <Fragment key={useShownLanguage()}>{children}</Fragment>
);
