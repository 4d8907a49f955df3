import { ProductError, ValidationFailed } from '@kumbuka/contracts';
import { expect, it } from 'vitest';
import { graphqlProblemOf, problemOf, publicError } from './problems.ts';

const tooOld = new ValidationFailed([{ path: 'answeredAt', message: 'Must be at most 30 days ago.' }]);

it('a validation error names its field in snake_case in REST', () =>
  expect(problemOf(tooOld, 'request-1')).toEqual({
    error: 'The field answered_at must be at most 30 days ago.',
    code: 'VALIDATION',
    requestId: 'request-1',
    details: [{ path: 'answered_at', message: 'Must be at most 30 days ago.' }],
  }));

it('a validation error of a header names the header as HTTP does', () =>
  expect(
    problemOf(new ValidationFailed([{ path: 'If-Match', message: 'Must be one ETag.' }]), 'request-1'),
  ).toMatchObject({
    error: 'The field If-Match must be one ETag.',
    details: [{ path: 'If-Match', message: 'Must be one ETag.' }],
  }));

it('a validation error names its field in camelCase in GraphQL', () =>
  expect(graphqlProblemOf(tooOld)).toEqual({
    message: 'The field answeredAt must be at most 30 days ago.',
    extensions: {
      code: 'VALIDATION',
      details: [{ path: 'answeredAt', message: 'Must be at most 30 days ago.' }],
    },
  }));

it('REST and GraphQL return the same code and sentence', () => {
  const error = new ProductError('OTP_LOCKED', { retryAfterSeconds: 30 });
  const { message, extensions } = graphqlProblemOf(error);
  expect(problemOf(error, 'request-1')).toMatchObject({ error: message, code: extensions.code });
  expect(extensions.retryAfterSeconds).toBe(30);
});

it('an unexpected error reveals no details', () =>
  expect(publicError(new Error('secret words'))).toMatchObject({ code: 'INTERNAL', status: 500 }));
