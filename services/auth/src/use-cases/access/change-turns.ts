import type { CodeTurns } from '../../domain/code/code-turns.ts';
import type { Ports } from '../ports.ts';

/** Changes the code requests of an address; retries after a concurrent change. */
export async function changeTurns(
  { codeTurns }: Pick<Ports, 'codeTurns'>,
  emailMac: string,
  change: (turns: CodeTurns) => CodeTurns,
): Promise<void> {
  while (!(await codeTurns.save(change(await codeTurns.find(emailMac)))));
}
