import { plural, t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { present } from '../../shared/account/field-errors.ts';
import { errorCode, messageOf } from '../../shared/apollo/errors.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { whileReplacing } from '../../shared/auth/token.ts';
import { forgetErasedUser } from '../../shared/browser/forget-user.ts';
import { lazyNamed } from '../../shared/browser/lazy-named.tsx';
import { useForm } from '../../shared/hooks/use-form.ts';
import { PasswordField } from '../../shared/ui/fields.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import { countAccount, eraseAccount, type AccountCounts } from './erase-account.ts';
import { HiddenEmail } from './hidden-email.tsx';
import { PanelForm } from './panel-form.tsx';

const ConfirmDialog = lazyNamed(() => import('../../shared/ui/dialog/confirm-dialog.tsx'), 'ConfirmDialog');

type Values = { erasedBy: string };

const validate = ({ erasedBy }: Values) =>
  present({ erasedBy: erasedBy === '' ? t`Password is required` : undefined });

function Consequences() {
  return (
    <Box component="dl" sx={{ m: 0, mb: 2.5, '& dt': { fontWeight: 600 }, '& dd': { m: 0, mb: 1.5 } }}>
      <dt>{t`What we erase`}</dt>
      <dd>
        {t`Your name, email and password, every deck and card, every answer with its schedule and statistics, everything you generated, your subscription, and every sign-in on every device.`}
      </dd>
      <dt>{t`What we keep`}</dt>
      <dd>{t`Payment records, without anything that identifies you.`}</dd>
    </Box>
  );
}

const question = ({ decks, cards }: AccountCounts) =>
  t`Are you sure you want to erase your account with ${plural(decks, { one: '# deck', other: '# decks' })} and ${plural(cards, { one: '# card', other: '# cards' })}? This action cannot be undone.`;

const openPayment = () =>
  t`You have an open payment. If you pay it after erasing, no account gets a plan for it. Wait until it is complete, or do not pay it.`;

interface ConfirmErasureProps {
  holdings: AccountCounts;
  busy: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

function ConfirmErasure({ holdings, ...answers }: ConfirmErasureProps) {
  return (
    <Suspense>
      <ConfirmDialog
        open
        title={t`Erase my account`}
        text={holdings.hasOpenPayment ? `${question(holdings)} ${openPayment()}` : question(holdings)}
        confirm={t`Erase my account`}
        {...answers}
      />
    </Suspense>
  );
}

/** Opens the goodbye page before the sign-out, so that no screen requests data of the erased account. */
function useErasure(userId: string) {
  const client = useApolloClient();
  const navigate = useNavigate();
  const { signOut } = useAuth();
  return (password: string) =>
    whileReplacing(async () => {
      try {
        const erasure = await eraseAccount(client, password);
        // At once: a page of learners that is still shown when the account is forgotten would lead to the sign-in.
        await navigate('/goodbye', { replace: true, state: erasure, flushSync: true });
        await signOut();
        forgetErasedUser(userId);
      } catch (error) {
        if (errorCode(error) === 'UNAUTHENTICATED') await signOut();
        throw error;
      }
    });
}

/** Erases the account: asks for the password, then for a confirmation with the numbers of what is deleted. */
export function ErasePanel({ userId, email }: { userId: string; email: string }) {
  const client = useApolloClient();
  const erase = useErasure(userId);
  const [error, setError] = useState<string | null>(null);
  const [holdings, setHoldings] = useState<AccountCounts | null>(null);
  const [busy, setBusy] = useState(false);

  const form = useForm<Values>({
    initial: { erasedBy: '' },
    validate,
    isOptional: true,
    onSubmit: async () => {
      setError(null);
      await countAccount(client).then(setHoldings, (failure: unknown) =>
        setError(
          messageOf(failure, t`Your decks could not be counted, so nothing was erased. Try again later.`),
        ),
      );
    },
  });
  const confirm = async () => {
    setBusy(true);
    try {
      await erase(form.values.erasedBy);
    } catch (failure) {
      setHoldings(null);
      setError(messageOf(failure, t`No response. It is safe to try again.`));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Panel
      title={t`Erase my account`}
      note={t`Immediate and permanent. Export your data first if you want to keep it.`}
    >
      <Consequences />
      <PanelForm
        error={error}
        busy={form.busy}
        save={t`Erase my account`}
        tone="danger"
        onSubmit={form.submit}
        beside={
          <Button component={Link} to="/forgot-password" variant="text">
            {t`Forgot your password?`}
          </Button>
        }
      >
        <HiddenEmail email={email} />
        <PasswordField
          {...form.field('erasedBy')}
          label={t`Password of this account`}
          autoComplete="current-password"
        />
      </PanelForm>
      {holdings && (
        <ConfirmErasure
          holdings={holdings}
          busy={busy}
          onCancel={() => setHoldings(null)}
          onConfirm={() => void confirm()}
        />
      )}
    </Panel>
  );
}
