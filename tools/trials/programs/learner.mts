/** A learner by the types that openapi-typescript makes: signs up, studies, pays. Prints what became of it. */
import createClient from 'openapi-fetch';
import type { paths } from './openapi.js';

declare const process: { env: Record<string, string | undefined> };

const baseUrl = process.env['KUMBUKA_REST'] ?? '';
const email = process.env['KUMBUKA_EMAIL'] ?? '';

/** The data of a response, unless it is a problem. */
function granted<Data>({ data, error }: { data?: Data; error?: { code: string; error: string } }): Data {
  if (error) throw new Error(`${error.code}: ${error.error}`);
  if (data === undefined) throw new Error('There is no data.');
  return data;
}

const stranger = createClient<paths>({ baseUrl });
const [username = ''] = email.split('@');
granted(await stranger.POST('/signup', { body: { email, username, password: 'tembo wa savana' } }));
const sent = granted(await stranger.POST('/login/otp/request', { body: { email } }));
const proof = { email, otp_id: sent.otp_id ?? '', code: sent.dev_code ?? '' };
const { access_token: token } = granted(await stranger.POST('/login/otp/verify', { body: proof }));
const learner = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

const fields = {
  title: 'Mito',
  description: 'Ya Kenya',
  subject: 'Jiografia',
  category: 'Shule',
  difficulty: 2,
};
const { id: deck_id } = granted(await learner.POST('/decks', { body: fields }));
const sides = { deck_id, front_text: 'Mto mrefu?', back_text: 'Tana' };
const { id: flashcard_id } = granted(await learner.POST('/flashcards', { body: sides }));
const answer = { deck_id, flashcard_id, was_correct: true, time_spent: 0.2, session_id: 'typescript' };
const record = granted(await learner.POST('/progress', { body: answer }));
const path = { session_id: 'typescript' };
const finished = granted(await learner.POST('/study-sessions/{session_id}/finish', { params: { path } }));
const missing = await learner.GET('/decks/{id}', { params: { path: { id: deck_id + 1_000_000 } } });

const checkout = granted(await learner.POST('/billing/checkout', { body: {} }));
const body = new URLSearchParams({ action: 'pay' });
await fetch(checkout.checkout_url, { method: 'POST', redirect: 'manual', body });
granted(await learner.POST('/billing/verify', { body: { checkout_id: checkout.api_ref } }));
const status = granted(await learner.GET('/billing/status'));

const printed = [
  record.study_count,
  finished.answered,
  missing.error?.code,
  status.subscription_status,
  status.current_period_end === null ? 'no end' : 'an end',
];
// A list would be printed in colours.
console.log(printed.join(' '));
