import { ProductError, ValidationFailed } from '@kumbuka/contracts';

export class EmailTaken extends ProductError {
  constructor() {
    super('EMAIL_TAKEN', 409, 'There is already an account with this email address.');
  }
}

export class UsernameTaken extends ProductError {
  constructor() {
    super('USERNAME_TAKEN', 409, 'This username is already taken.');
  }
}

/** The same for an unknown e-mail and for a wrong password. */
export class InvalidCredentials extends ProductError {
  constructor() {
    super('INVALID_CREDENTIALS', 401, 'The email address or the password is wrong.');
  }
}

/** The same for a wrong, an expired, a used and an unknown code. */
export class OtpInvalid extends ProductError {
  constructor() {
    super('OTP_INVALID', 400, 'The code is wrong or has expired.');
  }
}

export class OtpLocked extends ProductError {
  constructor(retryAfterSeconds: number) {
    super('OTP_LOCKED', 429, 'Too many wrong codes. Please request a new one.', { retryAfterSeconds });
  }
}

export class PasswordTooCommon extends ValidationFailed {
  constructor(path: string) {
    super([{ path, message: 'This password is too common.' }]);
  }
}
