/** Issuer of identities proved by a mailed link. */
export const EMAIL_ISSUER = 'email';
