import type { Control, World } from '../../../../services/billing/src/testing/serve-clients.ts';
import { ApolloProvider } from '@apollo/client/react';
import { ThemeProvider } from '@mui/material/styles';
import { fireEvent, render, waitFor, within } from '@testing-library/react';
import { parse, print, visit } from 'graphql';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MemoryRouter } from 'react-router-dom';
import { createClient } from '../shared/apollo/client.ts';
import { AuthProvider, useAuth } from '../shared/auth/auth-context.tsx';
import { theme } from '../shared/theme/theme.ts';
import { Announcer } from '../shared/ui/states/announcer.tsx';
import { Snackbars } from '../shared/ui/states/snackbars.tsx';
import { BillingDialog } from '../features/billing/billing-dialog.tsx';
import { anAuthApi, asha } from './render-screen.tsx';

/** What the network does with the next payment request of a device. */
export type NetworkFault = 'none' | 'request-lost' | 'response-lost' | 'sent-twice' | 'delivered-late';

/** Longer than the next presses of a learner who reads that the request has failed. */
const lateMs = 300;

/** Billing serves the whole query but the prompts of ai, which the client does without when ai is away. */
const withoutAi = (query: string) =>
  print(visit(parse(query), { Field: ({ name }) => (name.value === 'aiQuota' ? null : undefined) }));
interface StatusData {
  viewer?: object;
}
const withAiAway = (data: StatusData | null) =>
  data?.viewer ? { ...data, viewer: { ...data.viewer, aiQuota: null } } : data;

function SignedInDialog() {
  const { user } = useAuth();
  return user ? <BillingDialog reason="asked" onClose={() => {}} /> : <></>;
}

const buttonIn = (dialog: HTMLElement, name: string) =>
  [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === name);

/** Starts billing in a process of its own, as jsdom is no place for a server; resolves with its address. */
async function startService() {
  const script = resolve(import.meta.dirname, '../../../../services/billing/src/testing/serve-clients.ts');
  const service = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(service.stdout, 'data')) as [Buffer];
  const url = line.toString().trim();
  return {
    url,
    async stop() {
      service.stdin.end();
      await once(service, 'exit');
    },
  };
}

/** Dialogs of several devices on one running billing, whose provider and network have faults. */
export async function startPaymentWorld() {
  const service = await startService();
  const opened: string[] = [];
  /** Requests that the network delivers while their sender no longer waits. */
  const underWay = new Set<Promise<unknown>>();
  const forget = (work: Promise<unknown>) => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  /** Sends a request of a device over a network with faults. */
  const sender =
    (learner: number, faultOf: () => NetworkFault): typeof fetch =>
    async (_input, init) => {
      const { query, variables } = JSON.parse(String(init?.body)) as { query: string; variables: object };
      const key = new Headers(init?.headers).get('idempotency-key');
      const fault = query.includes('requestStkPush') ? faultOf() : 'none';
      const call = () =>
        fetch(`${service.url}/graphql/${learner}`, {
          method: 'POST',
          body: JSON.stringify({ query: withoutAi(query), variables }),
          headers: key === null ? {} : { 'idempotency-key': key },
        });
      if (fault === 'request-lost') throw new TypeError('Failed to fetch');
      if (fault === 'delivered-late') {
        forget(pause(lateMs).then(call));
        throw new TypeError('Failed to fetch');
      }
      if (fault === 'sent-twice') forget(call());
      const response = await call();
      const body = await response.json();
      if (fault === 'response-lost') throw new TypeError('Failed to fetch');
      const checkout = body.data?.startCheckout;
      if (checkout) {
        opened.push(checkout.checkoutUrl);
        // jsdom follows no address but one of this page.
        checkout.checkoutUrl = `${window.location.origin}/#opened`;
      }
      return Response.json({ ...body, data: withAiAway(body.data) }, response);
    };

  return {
    /** Addresses of pages that the browser was sent to. */
    opened,
    control: async (change: Control) => {
      await fetch(`${service.url}/control`, { method: 'POST', body: JSON.stringify(change) });
    },
    read: async () => (await (await fetch(`${service.url}/world`)).json()) as World,
    /** Resolves once the network has delivered everything. */
    delivered: () => Promise.all(underWay),
    stop: service.stop,

    /** Opens the dialog of a learner in a tab of its own. */
    async open(learner: number) {
      const network: { fault: NetworkFault } = { fault: 'none' };
      const viewer = { ...asha, id: String(learner) };
      localStorage.setItem('authToken', 'tok');
      const client = createClient({
        onUnauthenticated: () => {},
        send: sender(learner, () => network.fault),
      });
      const before = new Set(document.querySelectorAll('[role=dialog]'));
      const { unmount } = render(
        <ThemeProvider theme={theme}>
          <ApolloProvider client={client}>
            <Announcer>
              <AuthProvider api={anAuthApi({ viewer: async () => viewer })}>
                <Snackbars>
                  <MemoryRouter>
                    <SignedInDialog />
                  </MemoryRouter>
                </Snackbars>
              </AuthProvider>
            </Announcer>
          </ApolloProvider>
        </ThemeProvider>,
      );
      const dialog = await waitFor(() => {
        const own = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find(
          (each) => !before.has(each),
        );
        if (!own?.textContent?.match(/Active|Inactive/)) throw new Error('The dialog has not opened.');
        return own;
      });
      const isBusy = () => dialog.querySelector('.MuiButton-loading, [aria-busy]') !== null;
      const untilIdle = () =>
        waitFor(() => {
          if (isBusy()) throw new Error('The dialog is busy.');
        });
      return {
        dialog,
        text: () => dialog.textContent ?? '',
        close: () => {
          unmount();
          client.stop();
        },
        untilIdle,
        /** Types a number and presses the button that pays, `presses` times; false when the dialog offers none. */
        async pay(phone: string, presses = 1, fault: NetworkFault = 'none') {
          const unfold =
            buttonIn(dialog, 'Pay with M-Pesa on your phone') ??
            buttonIn(dialog, 'Send another payment request');
          if (unfold) fireEvent.click(unfold);
          const field = within(dialog).queryByLabelText('M-Pesa phone number');
          const button = buttonIn(dialog, 'Pay KES 100 with M-Pesa');
          if (!field || !button) return false;
          network.fault = fault;
          fireEvent.change(field, { target: { value: phone } });
          for (let press = 0; press < presses; press += 1) fireEvent.click(button);
          await untilIdle();
          network.fault = 'none';
          return true;
        },
        /** Presses 'Verify' with the id that the dialog proposes; false when it proposes none. */
        async verify() {
          const button = buttonIn(dialog, 'Verify');
          if (!button || button.disabled) return false;
          fireEvent.click(button);
          await untilIdle();
          return true;
        },
        async subscribe() {
          const button = buttonIn(dialog, 'Subscribe');
          if (!button) return false;
          fireEvent.click(button);
          await untilIdle();
          return true;
        },
      };
    },
  };
}

export type PaymentWorld = Awaited<ReturnType<typeof startPaymentWorld>>;
export type Device = Awaited<ReturnType<PaymentWorld['open']>>;
