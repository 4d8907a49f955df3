/** Address of the real servers of `npm run suite -- services`; unset for embedded ones. */
const lender = process.env['REAL_ENGINES'];
export const areServersReal = lender !== undefined;

/** Real server in a separate process. */
export interface Lent {
  port: number;
  control(word: string): Promise<void>;
}

async function send(path: string): Promise<string> {
  const response = await fetch(new URL(path, lender), { method: 'POST' });
  const text = await response.text();
  if (!response.ok) throw new Error(`The lender of real servers rejected ${path}: ${text}`);
  return text;
}

/** Borrows a real server; `null` when the servers are embedded. */
export async function borrow(
  engine: 'kafka' | 'mongo' | 'redis',
  wishes: Record<string, string> = {},
): Promise<Lent | null> {
  if (lender === undefined) return null;
  const port = Number(await send(`/${engine}?${new URLSearchParams(wishes)}`));
  return { port, control: async (word) => void (await send(`/${engine}/${port}/${word}`)) };
}
