import { rejectCommon } from '../../domain/account/password.ts';
import type { Ports } from '../ports.ts';

/** Throws `PasswordTooCommon`, as a sign-up would. */
export const checkPassword =
  ({ passwords }: Pick<Ports, 'passwords'>) =>
  async (password: string): Promise<void> =>
    rejectCommon(password, passwords.common, 'password');
