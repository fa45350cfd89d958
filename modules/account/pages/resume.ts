/** Ids of the forms that need a fresh proof; Settings brings a person who comes back from it to theirs. */
export const CLOSE_FORM = 'close';
export const ADDRESS_FORM = 'address';
export const SIGN_OUT_ALL_FORM = 'sign-out-all';
export const PASSKEYS_CARD = 'passkeys';
export const signOutForm = (session: string) => `sign-out-${session}`;

/** Page on which a person goes on after the proof. */
export const resumeAt = (form: string) => `/settings?resume=${encodeURIComponent(form)}`;
