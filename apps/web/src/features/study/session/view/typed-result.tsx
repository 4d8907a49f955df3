import { compareTyped, type ComparedPart } from '@kumbuka/contracts/kinds';
import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { textIn } from '../../../../shared/format/own-text.ts';
import { hidden } from '../../../../shared/ui/hidden.ts';

const look: Record<ComparedPart['kind'], object> = {
  same: {},
  missing: { color: 'meaning.good', textDecoration: 'underline', fontWeight: 600 },
  extra: { color: 'meaning.poor', textDecoration: 'line-through' },
};

const verdicts = () => ({ right: t`Right`, close: t`Nearly right`, different: t`Different` });
const names = () => ({ same: '', missing: t`missing:`, extra: t`too much:` });

interface TypedResultProps {
  answer: string;
  typed: string;
  language: string | null;
}

/** How the typed text differs from the answer. */
export function TypedResult({ answer, typed, language }: TypedResultProps) {
  const { verdict, parts } = compareTyped(answer, typed);
  return (
    <Box role="status" sx={{ textAlign: 'center', fontSize: '1rem', mb: 1, overflowWrap: 'anywhere' }}>
      <Box sx={{ color: verdict === 'right' ? 'meaning.good' : 'text.secondary', fontSize: '0.875rem' }}>
        {verdicts()[verdict]}
      </Box>
      {verdict !== 'right' && (
        <Box {...textIn(language)}>
          {parts.map(({ kind, text }, index) => (
            <Box key={index} component="span" sx={{ position: 'relative', ...look[kind] }}>
              {kind !== 'same' && (
                <Box component="span" lang={document.documentElement.lang} sx={hidden}>
                  {` ${names()[kind]} `}
                </Box>
              )}
              {text}
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}
