/** The issuer of identities that are proved by a mailed link. */
export const EMAIL_ISSUER = 'email';
