import { errorCatalogue, ProductError, ValidationFailed } from '@kumbuka/contracts';

export class EmailTaken extends ProductError {
  constructor() {
    super('EMAIL_TAKEN');
  }
}

export class UsernameTaken extends ProductError {
  constructor() {
    super('USERNAME_TAKEN');
  }
}

/** Link of an email that this service did not sign. */
export class SignUpLinkInvalid extends ProductError {
  constructor() {
    super('SIGN_UP_LINK_INVALID');
  }
}

export class SignUpVerified extends ProductError {
  constructor() {
    super('SIGN_UP_VERIFIED');
  }
}

/** The same for an unknown address and for a wrong password. */
export class InvalidCredentials extends ProductError {
  constructor() {
    super('INVALID_CREDENTIALS');
  }
}

/** Wrong password of a signed-in caller. */
export class PasswordWrong extends ProductError {
  constructor() {
    super('PASSWORD_WRONG');
  }
}

export class EmailIsTheirs extends ValidationFailed {
  constructor() {
    super([{ path: 'newEmail', message: 'This is already your email address.' }]);
  }
}

/** The same for a wrong, expired, used and unknown code. */
export class OtpInvalid extends ProductError {
  constructor() {
    super('OTP_INVALID');
  }
}

export class OtpLocked extends ProductError {
  constructor(retryAfterSeconds: number) {
    super('OTP_LOCKED', { retryAfterSeconds });
  }
}

export class PasswordTooCommon extends ValidationFailed {
  constructor(path: string) {
    super([{ path, message: errorCatalogue.PASSWORD_TOO_COMMON.sentence }]);
  }
}

/** A typed address may belong to somebody else. */
export class OperatorUnverified extends ProductError {
  constructor() {
    super('OPERATOR_UNVERIFIED');
  }
}

export class OperatorIsDemo extends ProductError {
  constructor() {
    super('OPERATOR_IS_DEMO');
  }
}

export class AccountNotFound extends ProductError {
  constructor() {
    super('NOT_FOUND');
  }
}
