import { pageLanguageHeader } from '@kumbuka/contracts';
import { createUpstream, type Upstream } from '@kumbuka/http-kit';
import { describe, expect, it } from 'vitest';
import {
  graphql,
  passTime,
  send,
  services,
  start,
  useGateway,
  type GraphQLError,
  type RequestOptions,
} from '../testing/gateway-suite.ts';
import { startHungAuth, type Learner } from '../testing/services-suite.ts';

useGateway();

describe('errors', () => {
  it('carry the code and the path of the service, and neither its name nor a stack', async () => {
    const { errors, text } = await graphql('{ mine: deck(id: "999999") { title } }');
    expect(errors).toMatchObject([{ path: ['mine'], extensions: { code: 'DECK_NOT_FOUND' } }]);
    expect(text).not.toMatch(/serviceName|stack|"decks"|node_modules/i);
  });

  it('carry the details of rejected input', async () => {
    const { errors } = await graphql(
      'mutation ($input: CreateDeckInput!) { createDeck(input: $input) { id } }',
      {
        variables: { input: { title: '', description: 'd', subject: 's', category: 'c', difficulty: 9 } },
      },
    );
    expect(errors).toMatchObject([{ path: ['createDeck'], extensions: { code: 'VALIDATION' } }]);
    expect(JSON.stringify(errors)).toContain('difficulty');
  });

  it('a service that sends an invalid response causes the same errors as an unavailable one', async () => {
    const send = async () => ({ status: 200, headers: {}, body: Buffer.from('<html>secret</html>') });
    const nonsense: Upstream = { ...createUpstream(send), close: async () => undefined };
    const broken = await start({}, { subgraphs: { ...services.upstreams, decks: nonsense } });
    const { codes, text } = await graphql('{ catalog { title } }', { of: broken.app });
    expect(codes).toEqual(['UNAVAILABLE']);
    expect(text).not.toMatch(/secret|html|JSON|Unexpected/);
    await broken.stop();
  });

  it('suggest no names of the schema', async () => {
    const guesses = [
      '{ viewr { id } }',
      '{ viewer { usernam } }',
      '{ viewer { decks(sorted: TITLE) { items { id } } } }',
      '{ viewer { decks(sort: TITLES) { items { id } } } }',
      'query ($s: DeckSorts) { viewer { decks(sort: $s) { items { id } } } }',
      'mutation { createDeck(input: { titel: "a" }) { id } }',
    ];
    for (const query of guesses) {
      const { codes, text } = await graphql(query);
      expect(codes[0]).toBe('GRAPHQL_VALIDATION_FAILED');
      expect(text).not.toContain('Did you mean');
    }
    const { codes, text } = await graphql(
      'query ($s: DeckSort) { viewer { decks(sort: $s) { items { id } } } }',
      { variables: { s: 'TITLES' } },
    );
    expect(codes).toEqual(['BAD_USER_INPUT']);
    expect(text).not.toContain('Did you mean');
  });
});

describe('an error in the language of its request', () => {
  const swahili = { headers: { 'accept-language': 'sw' } };
  const missing = 'query { deck(id: "999999") { title } }';

  it('an error of an operation is in Kiswahili with Accept-Language: sw, and has the code and path of the English one', async () => {
    const [english, kiswahili] = [await graphql(missing), await graphql(missing, swahili)];
    expect(english.errors?.[0]?.message).toBe('This deck does not exist.');
    expect(kiswahili.errors).toEqual([{ ...english.errors?.[0], message: 'Seti hii ya kadi haipo.' }]);
    const { headers } = await send({ query: missing }, swahili);
    expect(headers).toMatchObject({ 'content-language': 'sw', vary: 'accept-language' });
  });

  it('the error of a rejected request is in Kiswahili with Accept-Language: sw', async () => {
    const query = 'mutation { logOut }';
    const response = await send({ query: '{ viewer { id } }', more: true }, swahili);
    expect(response.json().errors[0].message).toBe('Tuma ombi moja kama { query, variables }.');
    const forged = await graphql(query, { ...swahili, token: 'forged' });
    expect(forged.errors?.[0]).toMatchObject({
      message: 'Tafadhali ingia.',
      extensions: { code: 'UNAUTHENTICATED' },
    });
  });

  it('a response without errors declares no language', async () => {
    const { headers } = await send({ query: '{ viewer { id } }' }, swahili);
    expect(headers['content-language']).toBeUndefined();
  });
});

describe('an error in the language of the account', () => {
  const missing = 'query { deck(id: "999999") { title } }';
  const requestOf = ({ token }: Learner, language: string) => ({
    token,
    headers: { 'accept-language': language },
  });
  const sentences = async (payload: object, options: RequestOptions) =>
    (await send(payload, options)).json().errors.map(({ message }: GraphQLError) => message);

  it('an error is in the language of the account, a change takes effect after a second, and the language of the page wins', async () => {
    const reader = await services.newLearner();
    await services.chooseLanguage(reader, 'SW');
    expect(await sentences({ query: missing }, requestOf(reader, 'en'))).toEqual(['Seti hii ya kadi haipo.']);
    expect(await sentences({ query: missing, more: true }, requestOf(reader, 'en'))).toEqual([
      'Tuma ombi moja kama { query, variables }.',
    ]);
    const onPage = { ...requestOf(reader, 'sw').headers, [pageLanguageHeader]: 'en' };
    expect(await sentences({ query: missing }, { token: reader.token, headers: onPage })).toEqual([
      'This deck does not exist.',
    ]);
    await services.chooseLanguage(reader, 'EN');
    passTime(1_000);
    expect(await sentences({ query: missing }, requestOf(reader, 'sw'))).toEqual([
      'This deck does not exist.',
    ]);
  });

  it('an error for a forged token does not reveal the language of the account', async () => {
    const reader = await services.newLearner();
    await services.chooseLanguage(reader, 'SW');
    const [head, claims] = reader.token.split('.');
    const forged = { ...reader, token: `${head}.${claims}.${'A'.repeat(86)}` };
    for (const payload of [{ query: missing }, { query: missing, more: true }])
      expect((await send(payload, requestOf(forged, 'en'))).headers['content-language']).toBe('en');
  });

  it('an error is in the language of the header when auth hangs, and the second one does not wait for auth', async () => {
    const hung = await startHungAuth(services);
    const waiting = await start({ AUTH_URL: hung.url }, { identity: hung.identity, languageMs: 100 });
    const reader = await services.newLearner();
    await services.chooseLanguage(reader, 'SW');
    const options = { ...requestOf(reader, 'en'), of: waiting.app };
    for (const _time of [1, 2])
      expect(await sentences({ query: missing }, options)).toEqual(['This deck does not exist.']);
    expect(hung.languageReads()).toHaveLength(1);
    await hung.stop();
    await waiting.stop();
  });
});
