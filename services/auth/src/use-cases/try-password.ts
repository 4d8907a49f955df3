import type { Ports } from './ports.ts';

export interface TriedPassword {
  emailKey: string;
  /** Null where there is no password: it takes as long as a wrong one. */
  hash: string | null;
  password: string;
}

/** Attempts are counted before the password is looked at and forgiven after: parallel guesses cannot overshoot. */
export async function tryPassword(
  { passwords, limits }: Pick<Ports, 'passwords' | 'limits'>,
  { emailKey, hash, password }: TriedPassword,
): Promise<boolean> {
  const onTurn = () => limits.countPassword(emailKey);
  const isRight = await passwords.isRight({ hash, password, onTurn });
  if (isRight) await limits.forgivePasswords(emailKey);
  return isRight;
}
