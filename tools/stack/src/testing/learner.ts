import { accessGranted, codeRequested, deck, flashcard } from '@kumbuka/contracts';
import { z } from 'zod';

/** Calls a product's REST paths as one learner. */
export interface Client {
  token: string;
  post<Schema extends z.ZodType>(path: string, body: object, schema: Schema): Promise<z.output<Schema>>;
}

const clientOf = (rest: number, token: string): Client => ({
  token,
  async post(path, body, schema) {
    const response = await fetch(`http://127.0.0.1:${rest}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    return schema.parse(await response.json());
  },
});

/** Signs up and verifies an account; the product must return codes. */
export async function aLearner(rest: number, username = 'amina'): Promise<Client> {
  const { post } = clientOf(rest, '');
  const who = { email: `${username}@example.com`, username, password: 'nyota ya alfajiri 7' };
  await post('/signup', who, z.unknown());
  const { otp_id, dev_code: code } = await post('/login/otp/request', { email: who.email }, codeRequested);
  const granted = await post('/login/otp/verify', { email: who.email, otp_id, code }, accessGranted);
  return clientOf(rest, granted.access_token);
}

/** Creates a deck with one card. Returns the card's id. */
export async function aCardOf({ post }: Client): Promise<number> {
  const about = { description: 'Of Kenya', subject: 'Geography', category: 'School', difficulty: 2 };
  const { id: deck_id } = await post('/decks', { title: 'Rivers', ...about }, deck);
  const { id } = await post('/flashcards', { deck_id, front_text: 'Longest?', back_text: 'Tana' }, flashcard);
  return id;
}
