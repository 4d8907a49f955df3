import { t } from '@lingui/core/macro';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isWholeCode } from '../format/code.ts';
import { EyeIcon, EyeOffIcon } from './icons.tsx';

/** A text field that always keeps room for one line of help or error, so errors never push the form. */
export function FormField(props: TextFieldProps) {
  return (
    <TextField
      fullWidth
      {...(props.type === 'email' && { slotProps: { htmlInput: { ...verbatim, inputMode: 'email' } } })}
      {...props}
      helperText={props.helperText ?? ' '}
      sx={[{ mb: 1.25 }, ...(Array.isArray(props.sx) ? props.sx : [props.sx])]}
    />
  );
}

/** Hides the password when its form is submitted, because browsers keep the texts of shown fields. */
function useHiddenAtSubmit(hide: () => void) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = ref.current?.form;
    // Before the form's own handler and within the event: the browser looks at the field right after it.
    const hideNow = () => flushSync(hide);
    form?.addEventListener('submit', hideNow, true);
    return () => form?.removeEventListener('submit', hideNow, true);
  });
  return ref;
}

/** Attributes of a field whose text is no prose of the page's language: keyboards neither correct nor capitalise it. */
export const verbatim = { spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' } as const;

/** A password that can be shown. Disables spell checking, because browsers send shown text to spelling services. */
export function PasswordField(props: TextFieldProps) {
  const [shown, setShown] = useState(false);
  const input = useHiddenAtSubmit(() => setShown(false));
  return (
    <FormField
      {...props}
      type={shown ? 'text' : 'password'}
      inputRef={input}
      slotProps={{
        htmlInput: verbatim,
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={t`Show password`}
                aria-pressed={shown}
                onClick={() => setShown(!shown)}
              >
                {shown ? <EyeOffIcon /> : <EyeIcon />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

export interface Choice {
  value: string;
  label: string;
  /** Where it is not the language of the page. */
  lang?: string;
}

/** Native select, which also works with hundreds of choices. */
export function SelectField({ choices, ...props }: TextFieldProps & { choices: readonly Choice[] }) {
  return (
    <FormField {...props} select slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}>
      {choices.map(({ value, label, lang }) => (
        <option key={value} value={value} lang={lang}>
          {label}
        </option>
      ))}
    </FormField>
  );
}

/** Submits the form of a field once for each complete code. The form must be ready for it at that render. */
function useSubmitAtSixthDigit(code: unknown, isOn: boolean) {
  const field = useRef<HTMLInputElement>(null);
  const submitted = useRef<string>(null);
  useEffect(() => {
    if (!isOn || typeof code !== 'string' || code === submitted.current || !isWholeCode(code)) return;
    submitted.current = code;
    field.current?.form?.requestSubmit();
  }, [code, isOn]);
  return field;
}

/**
 * One field for all six digits: pasting, autofill from a message and screen readers simply work.
 * No `maxLength`: a pasted ' 123456 ' would lose its last digit before it is trimmed.
 */
export function CodeField({
  submitsItself = false,
  ...props
}: TextFieldProps & {
  /** Whether the code is the last entry of its form, which is then submitted at the sixth digit. */
  submitsItself?: boolean;
}) {
  const field = useSubmitAtSixthDigit(props.value, submitsItself);
  return (
    <FormField
      {...props}
      inputRef={field}
      slotProps={{
        htmlInput: { ...verbatim, inputMode: 'numeric', autoComplete: 'one-time-code', enterKeyHint: 'done' },
      }}
      sx={{ '& input': { fontSize: '1.375rem', fontWeight: 600, letterSpacing: '0.35em', py: '13px' } }}
    />
  );
}
