import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { DevCode } from '../../shared/account/form-alert.tsx';
import { FormField } from '../../shared/ui/fields.tsx';

interface FieldView {
  name: string;
  error?: boolean;
  helperText: string;
}

/** Form as its view needs it: that of `useForm`, or `builtForm`. */
export interface FormView {
  field(name: string, hint?: string): FieldView;
  busy: boolean;
}

/** Form of a page that the build renders; the script of the page runs it. */
export const builtForm: FormView = {
  field: (name, helperText = ' ') => ({ name, helperText }),
  busy: false,
};

/** Names of the elements that the script of a page changes. */
export type PartName =
  | 'alert'
  | 'code-form'
  | 'code-lead'
  | 'code-step'
  | 'dev-code'
  | 'email-form'
  | 'form-lead'
  | 'note-demo'
  | 'note-ended'
  | 'note-password-changed'
  | 'note-verified'
  | 'notice'
  | 'other-email'
  | 'password-form'
  | 'sent-to'
  | 'shown-email'
  | 'verification';

export const part = (name: PartName) => ({ 'data-part': name });

/** Place of the error of a whole form. */
export const BuiltAlert = () => (
  <Alert {...part('alert')} hidden severity="error" role="alert" tabIndex={-1} sx={{ mb: 2.5 }}>
    {' '}
  </Alert>
);

/** Two empty-looking fields, whose classes are those of a label within and above its field. */
export const FieldLooks = () => (
  <Box sx={{ display: 'none' }} aria-hidden>
    <FormField {...builtForm.field('look')} label="-" data-look="empty" />
    <FormField {...builtForm.field('look')} label="-" data-look="filled" defaultValue="-" />
  </Box>
);

interface SubmitProps {
  busy: boolean;
  idleText: string;
  busyText: string;
}

/** Button of an account page. The script of a built page puts the other text into it. */
export const Submit = ({ busy, idleText, busyText }: SubmitProps) => (
  <Button type="submit" variant="contained" size="large" fullWidth disabled={busy} data-busy-text={busyText}>
    {busy ? busyText : idleText}
  </Button>
);

/** Place of the code itself, which only a development server sends. */
export const BuiltDevCode = () => (
  <Box {...part('dev-code')} hidden>
    <DevCode code=" " />
  </Box>
);
