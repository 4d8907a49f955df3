import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { DevCode, FormAlert } from '../../src/shared/account/form-alert.tsx';
import { ResendCode } from '../../src/shared/account/resend-code.tsx';
import { SpamNote } from '../../src/shared/account/spam-note.tsx';
import { PaymentReference } from '../../src/shared/plan/payment-reference.tsx';
import { EmptyState } from '../../src/shared/ui/states/empty-state.tsx';
import { FailedState } from '../../src/shared/ui/states/failed-state.tsx';
import { NotLoaded } from '../../src/shared/ui/states/not-loaded.tsx';
import { Question } from '../../src/shared/ui/states/question.tsx';
import { Snackbars, useNotify } from '../../src/shared/ui/states/snackbars.tsx';
import { doNothing, neverEnds, say, story } from '../story.tsx';

const hourMs = 3_600_000;
type Severity = 'success' | 'error' | 'info' | 'warning';

function Notice({ severity, isUndoable }: { severity: Severity; isUndoable: boolean }) {
  const notify = useNotify();
  useEffect(() => {
    const action = { label: say('Undo', 'Tendua'), onPress: doNothing };
    notify(say('Your goal is saved.', 'Lengo lako limehifadhiwa.'), severity, {
      hideAfter: hourMs,
      ...(isUndoable && { action }),
    });
  }, [notify, severity, isUndoable]);
  return <></>;
}

const notice =
  (severity: Severity, isUndoable = false) =>
  () => ({ children: <Notice severity={severity} isUndoable={isUndoable} /> });
const failed = () => ({
  title: say('Your decks could not be loaded', 'Seti zako hazikuweza kupakiwa'),
  text: say('Nothing of them is lost.', 'Hakuna kilichopotea.'),
  next: { to: '/dashboard', label: say('Go to dashboard', 'Nenda kwenye dashibodi') },
});
const resend = { resending: false, busy: false, onResend: neverEnds };

export default [
  story(
    { EmptyState },
    {
      'title only': () => ({ title: say('No cards yet', 'Bado hakuna kadi') }),
      'text and action': () => ({
        title: say('No cards yet', 'Bado hakuna kadi'),
        text: say(
          'Add the first one, or let them be made of a text.',
          'Ongeza ya kwanza, au ziundwe kutokana na maandishi.',
        ),
        action: <Button variant="contained">{say('Add a card', 'Ongeza kadi')}</Button>,
      }),
    },
  ),
  story(
    { FailedState },
    {
      'with another try': () => ({ ...failed(), onRetry: doNothing }),
      'for good': failed,
    },
  ),
  story({ NotLoaded }, { shown: () => ({ onRetry: doNothing }) }),
  story({ SpamNote }, { shown: () => ({}) }),
  story(
    { Question },
    {
      asks: () => ({
        label: say('Time zone', 'Saa za eneo'),
        text: say(
          'Your device is in another time zone. Use it?',
          'Kifaa chako kiko katika saa za eneo lingine. Uzitumie?',
        ),
        yes: { label: say('Use it', 'Zitumie'), onChoose: doNothing },
        no: { label: say('Not now', 'Si sasa'), onChoose: doNothing },
      }),
    },
    { width: 640 },
  ),
  story(
    { Snackbars },
    {
      success: notice('success'),
      error: notice('error'),
      info: notice('info'),
      warning: notice('warning'),
      'with an action': notice('success', true),
    },
    { frame: 100 },
  ),
  story(
    { FormAlert },
    {
      error: () => ({
        message: say('The email address or the password is wrong.', 'Barua pepe au nenosiri si sahihi.'),
      }),
    },
    { frame: 80, width: 480 },
  ),
  story({ DevCode }, { code: () => ({ code: '204816' }) }),
  story(
    { ResendCode },
    {
      waiting: () => resend,
      resending: () => ({ ...resend, resending: true }),
    },
  ),
  story(
    { PaymentReference },
    {
      long: () => ({ reference: '0f9d2b1e-77aa-4d1c-9c0e-5b1d9f2c41ab' }),
      short: () => ({ reference: 'INV-204816' }),
    },
  ),
];
