import { attacks, type Attack, type Target } from './attacks.ts';

/** Number of responses by attack and outcome: an HTTP status, with the code of a GraphQL error. */
export type Outcomes = Record<string, Record<string, number>>;

const target: Target = JSON.parse(process.env['TARGET'] ?? '');
const outcomes: Outcomes = {};

async function outcomeOf(response: Response) {
  const text = await response.text();
  const code =
    /"code":"(\w+)"/.exec(text.slice(-2_000))?.[1] ?? /"code":"(\w+)"/.exec(text.slice(0, 2_000))?.[1];
  return code === undefined ? String(response.status) : `${response.status} ${code}`;
}

async function lane(name: string, { send }: Attack) {
  const own = (outcomes[name] ??= {});
  for (let n = 0; ; n++) {
    const outcome = await send(target, n).then(outcomeOf, () => 'no response');
    own[outcome] = (own[outcome] ?? 0) + 1;
  }
}

process.on('message', () => process.send?.(outcomes));
process.on('disconnect', () => process.exit(0));
const only = process.env['ATTACK'] ?? '';
for (const [name, attack] of Object.entries(attacks).filter(([name]) => name.includes(only)))
  for (let n = 0; n < attack.lanes; n++) void lane(name, attack);
