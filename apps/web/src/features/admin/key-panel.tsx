import { t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { focusMain } from '../../shared/browser/focus-main.ts';
import { useForm } from '../../shared/hooks/use-form.ts';
import { PasswordField } from '../../shared/ui/fields.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import { useOperator } from './operator.tsx';

const wrongKey = () => t`Wrong key. Enter the key that the server was started with.`;

/** A header cannot contain other characters; a copied key may have an invisible one. */
const isSendable = (key: string) => /^[\u0020-\u00ff]*$/.test(key);

function keyError(key: string): string | undefined {
  if (key === '') return t`Admin key is required`;
  return isSendable(key) ? undefined : wrongKey();
}

/** Asks an operator without the role for the key. */
export function KeyPanel() {
  const { giveKey, isRefused } = useOperator();
  const form = useForm<{ key: string }>({
    initial: { key: '' },
    validate: ({ key }) => {
      const wrong = keyError(key.trim());
      return wrong === undefined ? {} : { key: wrong };
    },
    onSubmit: ({ key }) => {
      giveKey(key.trim());
      focusMain();
    },
  });
  return (
    <Box sx={{ maxWidth: 560 }}>
      <Alert severity="warning" role="alert" sx={{ mb: 3 }}>
        {t`Admin calls will fail`}
      </Alert>
      <Panel
        title={t`Act as an operator`}
        note={t`Yours is not an operator account. With the admin key, this tab can act as one until it is closed.`}
      >
        <Box component="form" noValidate onSubmit={(event) => void form.submit(event)}>
          {isRefused && (
            <Alert severity="error" role="alert" sx={{ mb: 2.5 }}>
              {wrongKey()}
            </Alert>
          )}
          <PasswordField {...form.field('key')} label={t`Admin key`} autoComplete="off" autoFocus />
          <Button type="submit" variant="contained">
            {t`Use this key`}
          </Button>
        </Box>
      </Panel>
    </Box>
  );
}
