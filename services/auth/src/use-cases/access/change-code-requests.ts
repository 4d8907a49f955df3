import type { CodeRequests } from '../../domain/code/code-requests.ts';
import type { Ports } from '../ports.ts';

/** Changes the code requests of an address; retries after a concurrent change. */
export async function changeCodeRequests(
  { codeRequests }: Pick<Ports, 'codeRequests'>,
  emailMac: string,
  change: (requests: CodeRequests) => CodeRequests,
): Promise<void> {
  while (!(await codeRequests.save(change(await codeRequests.find(emailMac)))));
}
