import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { speak } from '../../../../shared/browser/speech.ts';
import { wordsOf } from '../../../../shared/format/words-of.ts';
import type { CardFormat } from '../../../../shared/ui/card/side-content.tsx';
import { SpeakIcon } from '../../../../shared/ui/icons.tsx';
import { useNotify } from '../../../../shared/ui/states/snackbars.tsx';

interface SpeakButtonProps {
  text: string;
  format: CardFormat;
  /** Language of the side; without one there is no button. */
  language: string | null;
}

/** Speaks a side with a voice of the device in the language of the side. */
export function SpeakButton({ text, format, language }: SpeakButtonProps) {
  const notify = useNotify();
  if (language === null) return null;
  const onClick = async () => {
    const isSpoken = await speak(wordsOf(text, format), language);
    if (!isSpoken) notify(t`This device has no voice for the language of this side.`, 'info');
  };
  return (
    <Box onClick={(event) => event.stopPropagation()} sx={{ display: 'flex', justifyContent: 'center' }}>
      <IconButton
        aria-label={t`Speak`}
        onClick={() => void onClick()}
        sx={{ width: 44, height: 44, fontSize: 20, color: 'text.secondary' }}
      >
        <SpeakIcon />
      </IconButton>
    </Box>
  );
}
