import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useEffect, useEffectEvent } from 'react';
import { useAuth } from '../../../../shared/auth/auth-context.tsx';
import { silence, speak } from '../../../../shared/browser/speech.ts';
import { wordsOf } from '../../../../shared/format/words-of.ts';
import { speaksByItself } from '../../../../shared/study/speaks.ts';
import type { CardFormat } from '../../../../shared/ui/card/side-content.tsx';
import { SpeakIcon } from '../../../../shared/ui/icons.tsx';
import { useNotify } from '../../../../shared/ui/states/snackbars.tsx';

interface SpeakButtonProps {
  text: string;
  format: CardFormat;
  /** Language of the side; without one there is no button. */
  language: string | null;
  /** Whether the side is turned up. */
  isShown: boolean;
}

/** Languages without a voice that the learner was told of since the page was loaded. */
const told = new Set<string>();

/** Speaks a side with a voice of the device in the language of the side: on a click, or by itself where this device does. */
export function SpeakButton({ text, format, language, isShown }: SpeakButtonProps) {
  const notify = useNotify();
  const userId = useAuth().user?.id;
  const say = async (words: string, isAsked: boolean) => {
    if (language === null || (await speak(words, language))) return;
    if (!isAsked && told.has(language)) return;
    told.add(language);
    notify(t`This device has no voice for the language of this side.`, 'info');
  };
  const words = wordsOf(text, format);
  const isByItself = isShown && language !== null && userId !== undefined && speaksByItself(userId);
  const sayByItself = useEffectEvent((spoken: string) => void say(spoken, false));
  const spoken = isByItself ? words : '';
  useEffect(() => {
    if (spoken === '') return undefined;
    sayByItself(spoken);
    return silence;
  }, [spoken]);
  if (language === null) return null;
  return (
    <Box onClick={(event) => event.stopPropagation()} sx={{ display: 'flex', justifyContent: 'center' }}>
      <IconButton
        aria-label={t`Speak`}
        onClick={() => void say(words, true)}
        sx={{ width: 44, height: 44, fontSize: 20, color: 'text.secondary' }}
      >
        <SpeakIcon />
      </IconButton>
    </Box>
  );
}
