import { aDeck, startHungAuth, type Learner } from '@kumbuka/gateway/testing';
import { describe, expect, it } from 'vitest';
import {
  call,
  facade,
  passTime,
  remote,
  services,
  start,
  useFacade,
  type CallOptions,
  type Method,
} from './testing/facade-suite.ts';

useFacade();

describe('an error in the language of its request', () => {
  const swahili = { 'accept-language': 'sw-KE, en;q=0.5' };
  const both = async (method: Method, url: string, options: CallOptions = {}) => {
    const [english, spoken] = [
      await call(method, url, options),
      await call(method, url, { ...options, headers: { ...options.headers, ...swahili } }),
    ];
    expect(spoken.statusCode).toBe(english.statusCode);
    expect(english.headers).toMatchObject({ 'content-language': 'en' });
    expect(spoken.headers).toMatchObject({ 'content-language': 'sw' });
    for (const { headers } of [english, spoken]) expect(headers['vary']).toMatch(/accept-language/);
    expect(spoken.json().code).toBe(english.json().code);
    return [english.json(), spoken.json()];
  };

  it.each([
    ['an owner', 'GET', '/decks/999999', 'This deck does not exist.', 'Seti hii ya kadi haipo.'],
    ['the facade', 'GET', '/nowhere', 'There is nothing at this address.', 'Hakuna kitu kwenye anwani hii.'],
  ] as const)(
    'an error of %s is in Kiswahili with Accept-Language: sw, and in English without',
    async (_of, method, url, en, sw) => {
      for (const app of [facade.app, remote.app]) {
        const [english, spoken] = await both(method, url, { app });
        expect([english.error, spoken.error]).toEqual([en, sw]);
      }
    },
  );

  it('an error in Kiswahili keeps the field names and numbers of an invalid body', async () => {
    const [english, spoken] = await both('POST', '/decks', {
      body: { ...aDeck(), title: '', difficulty: 9 },
    });
    expect(english.details.map(({ message }: { message: string }) => message)).toEqual([
      'Must not be blank.',
      'Must be at most 5.',
    ]);
    expect(spoken).toMatchObject({
      error: 'Sehemu title: isiwe tupu.',
      details: [
        { path: 'title', message: 'Isiwe tupu.' },
        { path: 'difficulty', message: 'Isizidi 5.' },
      ],
    });
  });

  it('an error that programs compare stays in English', async () => {
    const body = { deck_ids: [] };
    const response = await call('POST', '/catalog/seed', { body, headers: swahili });
    expect(response.json().error).toBe('No deck IDs provided');
    expect(response.headers['content-language']).toBe('en');
  });
});

describe('an error in the language of the account', () => {
  const [english, kiswahili] = ['This deck does not exist.', 'Seti hii ya kadi haipo.'];
  const missing = async ({ token }: Pick<Learner, 'token'>, language: string, app = facade.app) => {
    const headers = { 'accept-language': language };
    const response = await call('GET', '/decks/999999', { token, headers, app });
    expect(response.json().code).toBe('DECK_NOT_FOUND');
    return [response.headers['content-language'], response.json().error];
  };

  it('ignores Accept-Language, and a change takes effect after a second', async () => {
    const reader = await services.newLearner();
    expect(await missing(reader, 'sw')).toEqual(['sw', kiswahili]);
    await services.chooseLanguage(reader, 'SW');
    passTime(1_000);
    for (const { app } of [facade, remote])
      expect(await missing(reader, 'en', app)).toEqual(['sw', kiswahili]);
    await services.chooseLanguage(reader, 'EN');
    passTime(1_000);
    expect(await missing(reader, 'sw')).toEqual(['en', english]);
  });

  it('an error for a forged token does not reveal the language of the account', async () => {
    const reader = await services.newLearner();
    await services.chooseLanguage(reader, 'SW');
    const [head, claims] = reader.token.split('.');
    const token = `${head}.${claims}.${'A'.repeat(86)}`;
    for (const url of ['/decks/999999', '/nowhere'])
      expect((await call('GET', url, { token, headers: { 'accept-language': 'en' } })).headers).toMatchObject(
        {
          'content-language': 'en',
        },
      );
  });

  it('the language of the account is read for translated errors only, and Accept-Language decides when auth hangs', async () => {
    const hung = await startHungAuth(services);
    const waiting = await start({ AUTH_URL: hung.url }, { identity: hung.identity, languageMs: 100 });
    const reader = await services.newLearner();
    await services.chooseLanguage(reader, 'SW');
    const { token } = reader;
    for (const [url, body] of [
      ['/decks', aDeck()],
      ['/catalog/seed', { deck_ids: [] }],
    ] as const)
      await call('POST', url, { token, body, app: waiting.app });
    expect(hung.languageReads()).toEqual([]);
    expect(await missing(reader, 'en', waiting.app)).toEqual(['en', english]);
    expect(await missing(reader, 'sw', waiting.app)).toEqual(['sw', kiswahili]);
    expect(hung.languageReads()).toHaveLength(1);
    await hung.stop();
    await waiting.stop();
  });
});
