import { t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { cleanUsername, present, usernameError } from '../../shared/account/field-errors.ts';
import { isEmpty, useForm } from '../../shared/hooks/use-form.ts';
import { FormField, verbatim } from '../../shared/ui/fields.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { ChangeUsernameDocument } from './name-panel.generated.ts';
import { SavingForm } from './panel-form.tsx';

export function NamePanel({ username }: { username: string }) {
  const { reloadUser } = useAuth();
  const notify = useNotify();
  const [change] = useMutation(ChangeUsernameDocument);
  const [error, setError] = useState<string | null>(null);
  const form = useForm<{ username: string }>({
    initial: { username },
    validate: (values) => present({ username: usernameError(values.username) }),
    onSubmit: async (values) => {
      setError(null);
      if (cleanUsername(values.username) === username) return;
      try {
        await change({ variables: { input: { username: cleanUsername(values.username) } } });
        notify(t`Your name is saved.`);
        await reloadUser().catch(() => {});
      } catch (failure) {
        setError(messageOf(failure, t`Your name may not have been saved. Try again in a moment.`));
      }
    },
  });
  return (
    <Panel title={t`Name`}>
      <SavingForm error={error} busy={form.busy} isValid={isEmpty(form.errors)} onSubmit={form.submit}>
        <FormField
          {...form.field('username', t`3 to 50 characters. Only you see it.`)}
          label={t`Username`}
          autoComplete="nickname"
          slotProps={{ htmlInput: verbatim }}
        />
      </SavingForm>
    </Panel>
  );
}
