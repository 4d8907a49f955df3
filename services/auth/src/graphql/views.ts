import type { Language } from '@kumbuka/contracts';
import { devicePartsOf } from '../domain/access/device.ts';
import type { Access, Session } from '../domain/access/session.ts';
import { isVerified, type Account } from '../domain/account/account.ts';
import type { Theme } from '../domain/account/preferences.ts';
import type { IssuedCode } from '../use-cases/code/issue-code.ts';
import type { SignedUp } from '../use-cases/account/sign-up.ts';

export interface UserView {
  id: string;
}

export const signedUpView = ({ account, proof }: SignedUp) => ({
  id: String(account.id),
  email: account.email,
  username: account.username,
  emailVerified: isVerified(account),
  signUpProof: proof,
});

const bearerView = ({ token, expiresInSeconds }: Access) => ({ accessToken: token, expiresInSeconds });

export const accessView = (access: Access) => ({
  ...bearerView(access),
  passwordRequired: access.passwordRequired,
});

export const loggedInView = (access: Access | null) => ({
  ...(access ? bearerView(access) : { accessToken: null, expiresInSeconds: null }),
  verificationRequired: access === null,
});

export const codeView = ({ otpId, devCode }: IssuedCode) => ({
  status: otpId === null ? ('SKIPPED' as const) : ('SENT' as const),
  otpId,
  devCode,
});

export const roleView = ({ role }: Account) => (role === 'admin' ? ('ADMIN' as const) : ('LEARNER' as const));

const themeNames = { dark: 'DARK', light: 'LIGHT', system: 'SYSTEM' } as const;
export const themeView = (theme: Theme) => themeNames[theme];

const languageNames = { en: 'EN', sw: 'SW' } as const;
export const languageView = (language: Language) => languageNames[language];

export const userView = ({ id }: Pick<Account, 'id'>): UserView => ({ id: String(id) });

export const sessionView = ({ id, device, createdAt, lastSeenAt }: Session, currentId: string) => ({
  id,
  device,
  ...devicePartsOf(device),
  createdAt,
  lastSeenAt,
  isCurrent: id === currentId,
});
