import { describe, expect, it, vi } from 'vitest';
import { anAuthApi, refused } from '../../test/render-screen.tsx';
import { logIn, resetPassword, verifyCode } from './flows.ts';

const credentials = { email: 'asha@example.com', password: 'quiet river' };
const wrongPassword = refused('INVALID_CREDENTIALS', 'The e-mail address or the password is not right.');
const sent = { status: 'SENT', otpId: 'o1', devCode: '123456' } as const;
const skipped = { status: 'SKIPPED', otpId: null, devCode: null } as const;

describe('logging in', () => {
  it('with the right password returns a token', async () => {
    const api = anAuthApi({ logIn: async () => 'token' });
    expect(await logIn(api, credentials)).toEqual({ kind: 'token', token: 'token' });
  });

  it('asks for a code whenever the response has no token', async () => {
    const requestCode = vi.fn(async () => sent);
    const api = anAuthApi({ logIn: async () => null, requestCode });
    expect(await logIn(api, credentials)).toMatchObject({ kind: 'code', otpId: 'o1', devCode: '123456' });
    expect(requestCode).toHaveBeenCalledWith('asha@example.com');
  });

  it('tries the password once more after a skipped code, and not in a loop', async () => {
    const passwordLogin = vi.fn(() => Promise.reject(wrongPassword));
    const api = anAuthApi({ logIn: passwordLogin, requestCode: async () => skipped });
    expect(await logIn(api, credentials)).toEqual({
      kind: 'error',
      message: 'The e-mail address or the password is not right.',
    });
    expect(passwordLogin).toHaveBeenCalledTimes(2);
  });

  it('succeeds when the second attempt returns a token', async () => {
    const passwordLogin = vi.fn().mockResolvedValueOnce(null).mockResolvedValueOnce('token');
    const api = anAuthApi({ logIn: passwordLogin, requestCode: async () => skipped });
    expect(await logIn(api, credentials)).toEqual({ kind: 'token', token: 'token' });
  });

  it('reports it when the code was skipped and there is still no token', async () => {
    const api = anAuthApi({ logIn: async () => null, requestCode: async () => skipped });
    expect(await logIn(api, credentials)).toEqual({
      kind: 'error',
      message: 'Verification step skipped unexpectedly. Please try again.',
    });
  });

  it('shows the login’s own error when the code request is limited', async () => {
    const limited = refused('RATE_LIMITED', 'Wait 30 seconds.');
    const api = anAuthApi({
      logIn: () => Promise.reject(wrongPassword),
      requestCode: () => Promise.reject(limited),
    });
    expect(await logIn(api, credentials)).toMatchObject({
      message: 'The e-mail address or the password is not right.',
    });
  });

  it('reports that no code could be requested without a network', async () => {
    const away = new TypeError('Failed to fetch');
    const api = anAuthApi({ logIn: () => Promise.reject(away), requestCode: () => Promise.reject(away) });
    expect(await logIn(api, credentials)).toEqual({
      kind: 'error',
      message: 'Failed to request verification code. Please try again.',
    });
  });
});

const texts = { missingSession: 'Missing session.', failed: 'It failed.' };

describe('verifying a code', () => {
  it('sends the code without the blanks around it', async () => {
    const check = vi.fn(async () => ({ token: 'token', passwordRequired: false }));
    const entry = {
      email: 'a@b.c',
      otpId: 'o1',
      code: ' 123456 ',
      password: 'quiet river',
      signUpProof: 'proof',
    };
    expect(await verifyCode(anAuthApi({ verifyCode: check }), { ...entry, isRepeat: false }, texts)).toEqual({
      kind: 'token',
      token: 'token',
      passwordRequired: false,
    });
    expect(check).toHaveBeenCalledWith({ ...entry, code: '123456' });
  });

  it.each([
    [{ otpId: null, code: '123456' }, 'Missing session.'],
    [{ otpId: 'o1', code: '   ' }, 'Please enter the OTP code.'],
  ])('refuses %j without a request', async (entry, message) => {
    expect(
      await verifyCode(
        anAuthApi(),
        { email: 'a@b.c', password: 'quiet river', isRepeat: false, ...entry },
        texts,
      ),
    ).toEqual({
      kind: 'error',
      message,
      hasNoResponse: false,
    });
  });

  it('fails when the response has no token', async () => {
    const api = anAuthApi({ verifyCode: async () => null });
    const outcome = await verifyCode(
      api,
      { email: 'a@b.c', otpId: 'o1', code: '1', password: 'quiet river', isRepeat: false },
      texts,
    );
    expect(outcome).toEqual({
      kind: 'error',
      message: 'Missing access token in response',
      hasNoResponse: false,
    });
  });

  const used = () => Promise.reject(refused('OTP_INVALID', 'The code is wrong or has expired.'));
  const entry = { email: 'a@b.c', otpId: 'o1', code: '123456', password: 'quiet river' };

  it('a right code whose response was lost signs in by the password, and is not called wrong', async () => {
    const api = anAuthApi({ verifyCode: used, resetPassword: used, logIn: async () => 'token' });
    const signedIn = { kind: 'token', token: 'token', passwordRequired: false };
    expect(await verifyCode(api, { ...entry, isRepeat: true }, texts)).toEqual(signedIn);
    expect(await resetPassword(api, { ...entry, isRepeat: true })).toEqual(signedIn);
  });

  it('a wrong code tries no password', async () => {
    const logIn = vi.fn(async () => 'token');
    const outcome = await verifyCode(
      anAuthApi({ verifyCode: used, logIn }),
      { ...entry, isRepeat: false },
      texts,
    );
    expect(outcome).toMatchObject({ kind: 'error', message: 'The code is wrong or has expired.' });
    expect(logIn).not.toHaveBeenCalled();
  });
});
