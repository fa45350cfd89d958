/** Ids of the forms that require re-authentication; afterwards Settings returns people to the same form. */
export const CLOSE_FORM = 'close';
export const ADDRESS_FORM = 'address';
export const SIGN_OUT_ALL_FORM = 'sign-out-all';
export const PASSKEYS_CARD = 'passkeys';
export const TOKENS_CARD = 'tokens';
export const signOutForm = (session: string) => `sign-out-${session}`;

/** Page to return to after re-authentication. */
export const resumeAt = (form: string) => `/settings?resume=${encodeURIComponent(form)}`;
