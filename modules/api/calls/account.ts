import { z } from 'zod';
import { emailSignIn, googleSignIn, newPasskey, passkeyAnswer } from '../../auth/contract/schemas.ts';
import { apiTokensAnswer, newApiToken, newApiTokenAnswer } from '../../auth/contract/tokens.ts';
import { checkoutRequest, confirmRequest } from '../../billing/contract/schemas.ts';
import { helpRequest } from '../../help/contract/schemas.ts';
import { checkAnswer, checkQuery } from '../../recordings/contract/schemas.ts';
import { sessionUser } from '../../web/contract/person.ts';
import type { Calls } from '../call.ts';

/** An API token must not change the account, buy, or erase, so these belong to no scope. */
const signedIn = { scope: null } as const;
const ok = z.object({ ok: z.literal(true) });
const sessionAnswer = z.object({ user: sessionUser });

/** Tokens, sign-in and the account. */
export const ACCOUNT: Calls = {
  'POST /api/tokens': {
    ...signedIn,
    summary: 'Creates an API token. The token is only in this answer.',
    body: newApiToken,
    answer: newApiTokenAnswer,
    status: 201,
  },
  'GET /api/tokens': { ...signedIn, summary: 'Lists your API tokens.', answer: apiTokensAnswer },
  'DELETE /api/tokens/:id': { ...signedIn, summary: 'Revokes an API token at once.', answer: ok },
  'GET /api/session': { ...signedIn, summary: 'Who is signed in.', answer: sessionAnswer },
  'POST /api/refresh-session': { ...signedIn, summary: 'The same, read again.', answer: sessionAnswer },
  'POST /api/guest': { ...signedIn, summary: 'Makes a visitor a guest, who has one dream.' },
  'POST /api/auth/google': {
    ...signedIn,
    summary: 'Signs in with an access token of the identity provider.',
    body: googleSignIn,
    answer: sessionAnswer,
  },
  'POST /api/auth/email': {
    ...signedIn,
    summary: 'Mails a link that signs in.',
    body: emailSignIn,
    status: 202,
  },
  'POST /api/auth/logout': { ...signedIn, summary: 'Signs out.', answer: ok },
  'GET /api/auth/proof': {
    ...signedIn,
    summary: 'Whether you have proved recently who you are.',
    answer: ok,
  },
  'POST /api/auth/passkey/options': { ...signedIn, summary: 'Begins to present a passkey.' },
  'POST /api/auth/passkey': {
    ...signedIn,
    summary: 'Presents a passkey.',
    body: passkeyAnswer,
    answer: ok,
  },
  'POST /api/passkeys/options': { ...signedIn, summary: 'Begins to add a passkey.' },
  'POST /api/passkeys': {
    ...signedIn,
    summary: 'Adds a passkey.',
    body: newPasskey,
    answer: ok,
    status: 201,
  },
  'DELETE /api/passkeys/:id': { ...signedIn, summary: 'Removes a passkey.', answer: ok },
  'GET /api/avatars/:userId/:file': { ...signedIn, summary: 'A profile picture.', answer: 'image/webp' },
  'GET /api/account/data': {
    ...signedIn,
    summary: 'Downloads everything stored about you.',
    answer: 'application/zip',
  },
  'POST /api/verify-subscription': { ...signedIn, summary: 'Reads your subscription again.' },
  'POST /api/stripe/create-checkout-session': {
    ...signedIn,
    summary: 'Begins to buy a plan.',
    body: checkoutRequest,
  },
  'POST /api/stripe/create-portal-session': { ...signedIn, summary: 'Opens the billing portal.' },
  'POST /api/stripe/confirm-checkout': {
    ...signedIn,
    summary: 'What became of a payment.',
    body: confirmRequest,
  },
  'POST /api/stripe/webhook': { ...signedIn, summary: 'Receives signed events from Stripe.' },
  'POST /api/runpod/webhook/:token': { ...signedIn, summary: 'Receives results from RunPod.' },
  'POST /api/anthropic': { ...signedIn, summary: 'Asks the help chat.', body: helpRequest },
};

/** Open to everyone. */
export const DOCUMENTS: Calls = {
  'GET /api/openapi.json': {
    scope: 'public',
    summary: 'This description, as OpenAPI 3.1.',
    answer: 'application/json',
  },
  'GET /api/asyncapi.json': {
    scope: 'public',
    summary: 'The sockets of viewers and workers, as AsyncAPI 3.',
    answer: 'application/json',
  },
  'GET /api/docs': { scope: 'public', summary: 'This description as a page.', answer: 'text/html' },
  'GET /api/check': {
    scope: 'public',
    summary: 'Whether a file was made here, by its watermark or its hash.',
    query: checkQuery,
    answer: checkAnswer,
  },
};
