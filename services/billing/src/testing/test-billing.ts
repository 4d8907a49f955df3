import { startPayments, type EmbeddedPayments } from '@kumbuka/testing/servers';
import { buildTestService, type TestService } from '@kumbuka/testing';
import type { Environment } from '@kumbuka/runtime';
import { createApp, type Overrides } from '../app.ts';
import { loadConfig } from '../config.ts';

export const providerKeys = {
  publicKey: 'ISPubKey_test',
  secretKey: 'payment-secret-for-tests',
  challenge: 'payment-challenge-for-tests',
};

/** Environment of billing; by default nothing listens at the provider's address. */
export const billingEnv = (url = 'http://127.0.0.1:9'): Environment => ({
  WEB_ORIGINS: 'http://localhost:3000,https://kumbuka.example',
  INTASEND_URL: url,
  INTASEND_PUBLIC_KEY: providerKeys.publicKey,
  INTASEND_SECRET_KEY: providerKeys.secretKey,
  INTASEND_CHALLENGE: providerKeys.challenge,
  CHECKOUTS_PER_HOUR: '100000',
  WRITES_PER_MINUTE: '1000000',
});

export type Button =
  | 'pay'
  | 'fail'
  | 'cancel'
  | 'wrong-pin'
  | 'low-balance'
  | 'time-out'
  | 'slow'
  | 'different'
  | 'duplicate'
  | 'twice'
  | 'again'
  | 'refund'
  | 'chargeback';

/** Local payment provider, operated by the test. */
export interface TestPayments extends EmbeddedPayments {
  /** Presses a button on a checkout page. */
  press(checkoutUrl: string, button: Button): Promise<{ invoiceId: string }>;
  /** Answers the phone prompt of a reference. */
  answerPrompt(apiRef: string, button: Button): Promise<void>;
}

export async function startTestPayments(webhookUrl?: string): Promise<TestPayments> {
  const payments = await startPayments({
    ...providerKeys,
    slowMs: 300,
    ...(webhookUrl ? { webhookUrl } : {}),
  });
  const send = async (address: string, button: Button) => {
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams({ action: button }) });
    return response.text();
  };
  return {
    ...payments,
    async press(checkoutUrl, button) {
      const [, invoiceId = ''] = /Invoice (\w+)/.exec(await send(checkoutUrl, button)) ?? [];
      return { invoiceId };
    },
    async answerPrompt(apiRef, button) {
      const page = await (await fetch(payments.url)).text();
      const section = page.split('<section').find((each) => each.includes(apiRef)) ?? '';
      const [, address = ''] = /action="(\/prompts\/[\w-]+)"/.exec(section) ?? [];
      await send(`${payments.url}${address}`, button);
    },
  };
}

export type TestBilling = TestService & { payments: TestPayments };

/** Starts billing with its own provider; `beside` shares the stores and auth of another instance. */
export async function startBilling(
  env: Environment = {},
  overrides: Overrides = {},
  beside?: TestService,
): Promise<TestBilling> {
  const payments = await startTestPayments();
  const service = await buildTestService(
    (config: Parameters<typeof createApp>[0]) => createApp(config, overrides),
    loadConfig,
    {
      env: { ...billingEnv(payments.url), ...env },
      ...(beside ? { stack: beside.stack, auth: beside.auth } : {}),
    },
  );
  return {
    ...service,
    payments,
    async stop() {
      await service.stop();
      await payments.stop();
    },
  };
}
