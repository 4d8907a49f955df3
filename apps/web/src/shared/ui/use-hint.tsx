import Box from '@mui/material/Box';
import { useEffect, useId, useState } from 'react';
import { floatShadow } from '../theme/tokens.ts';
import { isComposing } from '../browser/page-keys.ts';

interface BubbleProps {
  id: string;
  text: string;
  shown: boolean;
}

function Bubble({ id, text, shown }: BubbleProps) {
  return (
    <Box
      id={id}
      role="tooltip"
      sx={{
        visibility: shown ? 'visible' : 'hidden',
        position: 'absolute',
        zIndex: 'tooltip',
        top: 'calc(100% + 8px)',
        right: 0,
        width: 'max-content',
        maxWidth: 'min(280px, 80vw)',
        px: 1.5,
        py: 1,
        borderRadius: '8px',
        border: '1px solid',
        borderColor: 'divider',
        bgcolor: 'surface.raised',
        boxShadow: floatShadow,
        color: 'text.primary',
        fontSize: '0.8125rem',
        fontWeight: 400,
        lineHeight: 1.5,
        textAlign: 'start',
      }}
    >
      {text}
    </Box>
  );
}

/**
 * Tooltip below an element while it is hovered or focused; Escape hides it. Spread `holder` over the
 * element, which is positioned, and put `hint` into it.
 */
export function useHint(text: string) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const [show, hide] = [() => setShown(true), () => setShown(false)];
  useEffect(() => {
    if (!shown) return;
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && !isComposing(event) && setShown(false);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [shown]);
  return {
    holder: {
      'aria-describedby': id,
      onPointerEnter: show,
      onPointerLeave: hide,
      onFocus: show,
      onBlur: hide,
    },
    hint: <Bubble id={id} text={text} shown={shown} />,
  };
}
