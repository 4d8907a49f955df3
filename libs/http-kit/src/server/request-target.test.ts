import { describe, expect, it } from 'vitest';
import { readTarget } from './request-target.ts';

describe('the target of a request', () => {
  it.each([
    '/',
    '/decks/7',
    '/decks?q=a\\b&x=%2F..%2f',
    '/study-sessions/a-1_B/finish',
    '/decks/%C3%A9',
    '/.well-known/x',
    '/decks/...',
    `/decks/${'x'.repeat(200)}`,
  ])('target %s stays unchanged', (target) => {
    expect(readTarget(target)).toEqual({ target });
  });

  it.each([
    ['http://kumbuka.example/decks?q=1', '/decks?q=1'],
    ['HTTPS://127.0.0.1:5000', '/'],
    ['http://[::1]:5000?x=1', '/?x=1'],
  ])('target %s is reduced to its path', (absolute, target) => {
    expect(readTarget(absolute)).toEqual({ target });
  });

  it.each([
    '',
    '*',
    'decks',
    'host:80',
    '//host/decks',
    '/\\host',
    '/decks/..',
    '/decks/../x',
    '/./decks',
    '/decks/%2e%2E/x',
    '/decks/.%2e/x',
    '/decks/..\\x',
    '/decks/%2e%2e\\x',
    '/decks/..%2fx',
    '/decks/..%5Cx',
    '/decks/%2Fx',
    '/decks/%00',
    '/decks/%0d%0a',
    '/decks/%7F',
    '/decks/%',
    '/decks/%zz',
    '/decks/%c0%ae%c0%ae/x',
    '/decks/%ff',
    '/decks/\u00e9',
    '/decks/a b',
    '/decks/1#x',
    'http://x@host/decks',
    'http://host/../x',
    'http://host\\x',
    'ftp://host/decks',
    'http://host//decks',
  ])('target %j is rejected', (target) => {
    expect(readTarget(target)).toMatchObject({ problem: { code: 'VALIDATION', status: 400 } });
  });

  it('a target with a segment of more than 200 characters is too long', () => {
    expect(readTarget(`/decks/${'x'.repeat(201)}`)).toMatchObject({
      problem: { code: 'TOO_LARGE', status: 414 },
    });
  });
});
