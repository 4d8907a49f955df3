import { mailPageUrl, smtpUrl } from '../addresses.ts';
import { rejectProduction } from '../loopback.ts';
import { createMessageStore, type Message } from './message-store.ts';
import { servePages } from './page-server.ts';
import { listenForMail } from './smtp.ts';

export type { Message };

export type MailOptions = {
  /** Port; 0 or absent for any free one. */
  smtpPort?: number;
  /** Port; 0 or absent for any free one. */
  pagePort?: number;
  /** Directory of the mail; in memory when absent. */
  dataDir?: string;
  /** Number of messages to keep; older ones are deleted. */
  keep?: number;
};

export type EmbeddedMail = {
  smtpPort: number;
  pagePort: number;
  smtpUrl: string;
  pageUrl: string;
  stop(): Promise<void>;
};

/**
 * Starts an SMTP catcher on 127.0.0.1 with a page for its messages. It forwards nothing. Rejects when a
 * port is taken; throws `EmbeddedRejected` with NODE_ENV=production.
 */
export async function startMail(options: MailOptions = {}): Promise<EmbeddedMail> {
  rejectProduction('mail catcher');
  const store = createMessageStore(options.keep ?? 500, options.dataDir);
  const smtp = await listenForMail(store, options.smtpPort ?? 0);
  const pages = await servePages(store, options.pagePort ?? 0).catch(async (error: unknown) => {
    await smtp.close();
    store.close();
    throw error;
  });
  return {
    smtpPort: smtp.port,
    pagePort: pages.port,
    smtpUrl: smtpUrl(smtp.port),
    pageUrl: mailPageUrl(pages.port),
    stop: async () => {
      await Promise.all([smtp.close(), pages.close()]);
      store.close();
    },
  };
}
