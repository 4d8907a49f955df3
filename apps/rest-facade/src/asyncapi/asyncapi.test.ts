import { events } from '@kumbuka/contracts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';

const { app } = createApp(
  loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    INTERNAL_KEY: 'internal-key-for-tests',
    ...Object.fromEntries(
      ['AUTH', 'DECKS', 'STUDY_PROGRESS', 'BILLING', 'AI', 'ADMIN'].map((name) => [
        `${name}_URL`,
        'http://127.0.0.1:9',
      ]),
    ),
  }),
);
const get = (url: string) => app.inject({ method: 'GET', url });

interface Document {
  asyncapi: string;
  channels: Record<string, { address: string; messages: Record<string, { $ref: string }> }>;
  operations: Record<string, { action: string; channel: { $ref: string }; messages: { $ref: string }[] }>;
  components: { messages: Record<string, { payload?: object; examples?: { payload: object }[] }> };
}

const resolveRef = (document: object, ref: string) =>
  ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((value, name) => Object(value)[name], document);

describe('GET /asyncapi.json', () => {
  it('is the document in git, which is generated from the contracts', async () => {
    const response = await get('/asyncapi.json');
    expect(response.statusCode).toBe(200);
    const file = new URL('../../../../docs/events/asyncapi.json', import.meta.url);
    expect(response.json()).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });

  it('is AsyncAPI 3: each operation sends messages of its channel, and each event is a message with an example', async () => {
    const document: Document = (await get('/asyncapi.json')).json();
    expect(document.asyncapi).toMatch(/^3\.\d\.\d$/);
    const sent = Object.values(document.operations).flatMap(({ action, channel, messages }) => {
      expect(action).toBe('send');
      expect(resolveRef(document, channel.$ref)).toHaveProperty('address');
      for (const { $ref } of messages) expect($ref.startsWith(`${channel.$ref}/messages/`)).toBe(true);
      return messages.map(({ $ref }) => resolveRef(document, $ref));
    });
    expect(sent).toHaveLength(events.length);
    for (const message of sent)
      expect(resolveRef(document, Object(message).$ref)).toMatchObject({
        payload: { type: 'object' },
        examples: [{ payload: { data: expect.any(Object) } }],
      });
  });
});

describe('GET /docs/events', () => {
  it('shows every event with an example, without a script', async () => {
    const { payload, headers } = await get('/docs/events');
    for (const { type, version } of events) expect(payload).toContain(`id="${type}.v${version}"`);
    expect(payload).not.toMatch(/<script|src=|https?:|@import|url\(/);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
