/** Digest of the start image that every dream here has. */
export const PICTURE_DIGEST = '0'.repeat(32);

/** Callers. An item is a dream (or an image) of the trial person, or the guest's; in the last column it is hidden. */
export const VISITORS = [
  'signed out',
  'expired session',
  'guest',
  'trial',
  'basic',
  'premium',
  'admin',
  'other owner',
  'hidden item',
] as const;
export type VisitorKind = (typeof VISITORS)[number];

/** A status, or the target of a redirect. */
export type Outcome = number | `→ ${string}`;

export interface Row {
  /** as registered, `GET /api/sessions/:id` */
  route: string;
  /** path to request if it differs from the route; `{item}`, `{owner}` and `{new}` (a new random word) are filled in */
  path?: string;
  json?: unknown;
  form?: Record<string, string>;
  /** sends a recording with these fields */
  recording?: Record<string, string>;
  /** sends an image with these fields */
  picture?: Record<string, string>;
  outcomes: Record<VisitorKind, Outcome>;
}

const everybody = (outcome: Outcome) =>
  Object.fromEntries(VISITORS.map((kind) => [kind, outcome])) as Row['outcomes'];

/** One outcome for everyone signed in. A guest is nobody, unless the row names guests. */
const people = (signedIn: Outcome, signedOut: Outcome): Row['outcomes'] => ({
  ...everybody(signedIn),
  'signed out': signedOut,
  'expired session': signedOut,
  guest: signedOut,
});

interface ItemOutcomes {
  owner: Outcome;
  others: Outcome;
  admin: Outcome;
  hidden: Outcome;
  signedOut: Outcome;
}
const item = ({ owner, others, admin, hidden, signedOut }: ItemOutcomes): Row['outcomes'] => ({
  ...people(others, signedOut),
  trial: owner,
  admin,
  'hidden item': hidden,
});
/** Admins see every dream, including hidden ones; anyone else learns nothing about other people's. */
const readItem = item({ owner: 200, others: 404, admin: 200, hidden: 404, signedOut: 401 });
/** No one may change another person's dream or learn that it exists. */
const changeItem = item({ owner: 200, others: 404, admin: 404, hidden: 404, signedOut: 401 });

/** The guest's own dream, to watch and to end. */
const guestsToo = (outcomes: Row['outcomes']): Row['outcomes'] => ({ ...outcomes, guest: 200 });

const adminOnly: Row['outcomes'] = { ...people(403, 401), admin: 200 };

/** Expected outcome for every route and kind of visitor. A route without a row fails the test. */
export const ROWS: Row[] = [
  { route: 'GET /healthz', outcomes: everybody(200) },
  { route: 'GET /readyz', outcomes: everybody(200) },
  { route: 'GET /metrics', outcomes: everybody(401) },

  { route: 'GET /', outcomes: everybody(200) },
  { route: 'GET /beta', outcomes: everybody(200) },
  { route: 'GET /terms', outcomes: everybody(200) },
  { route: 'GET /privacy', outcomes: everybody(200) },
  { route: 'GET /check', outcomes: everybody(200) },
  // TrustMark's decoder is public, if configured.
  {
    route: 'GET /check/:file{decoder-[0-9a-z]+\\.onnx}',
    path: '/check/decoder-none.onnx',
    outcomes: everybody(404),
  },
  { route: 'GET /api/check', path: `/api/check?sha256=${'0'.repeat(64)}`, outcomes: everybody(200) },
  { route: 'GET /unauthorized', outcomes: everybody(403) },
  { route: 'GET /download', path: '/download?job_id={item}', outcomes: everybody(200) },
  { route: 'GET /settings', outcomes: everybody(200) },
  { route: 'GET /checkout', outcomes: { ...everybody(200), premium: '→ /settings' } },
  { route: 'POST /checkout', form: {}, outcomes: { ...everybody(200), premium: '→ /settings' } },
  { route: 'GET /success', outcomes: people(200, '→ /') },
  { route: 'GET /cancel', outcomes: people(200, '→ /') },
  { route: 'GET /dreamboard', outcomes: people(200, '→ /') },
  { route: 'GET /trash', outcomes: people(200, '→ /') },
  { route: 'GET /collections', outcomes: people(200, '→ /') },
  { route: 'GET /settings/profile', outcomes: people(200, '→ /') },
  { route: 'GET /stream', outcomes: guestsToo(people(200, '→ /unauthorized')) },
  { route: 'POST /stream', form: { words: 'a quiet sea' }, outcomes: everybody('→ /stream') },
  {
    route: 'POST /api/guest',
    outcomes: { ...everybody(403), 'signed out': 200, 'expired session': 200, guest: 200 },
  },
  // Unknown links look like closed ones to everybody.
  { route: 'GET /watch/:id', path: `/watch/${'x'.repeat(22)}`, outcomes: everybody(404) },
  { route: 'GET /embed/live/:id', path: `/embed/live/${'x'.repeat(22)}`, outcomes: everybody(404) },
  { route: 'GET /api/watch/:id', path: `/api/watch/${'x'.repeat(22)}`, outcomes: everybody(200) },
  {
    route: 'POST /watch/:id/report',
    path: `/watch/${'x'.repeat(22)}/report`,
    form: { reason: 'other' },
    outcomes: everybody(404),
  },
  { route: 'GET /api/sessions/:id/audience', path: '/api/sessions/{item}/audience', outcomes: changeItem },
  {
    route: 'PATCH /api/sessions/:id/audience',
    path: '/api/sessions/{item}/audience',
    json: { open: false },
    outcomes: changeItem,
  },
  // The dream has ended. Even operators see no one else's past while it is live.
  ...['GET /api/sessions/:id/rewind', 'GET /api/sessions/:id/rewind/frames'].map((route) => ({
    route,
    path: `${route.slice('GET '.length).replace(':id', '{item}')}?at=0`,
    outcomes: {
      ...item({ owner: 409, others: 404, admin: 404, hidden: 404, signedOut: 401 }),
      guest: 409,
    },
  })),
  {
    route: 'POST /api/sessions/:id/clips',
    path: '/api/sessions/{item}/clips',
    json: { key: 'a-key-of-the-table' },
    outcomes: item({ owner: 409, others: 404, admin: 404, hidden: 404, signedOut: 401 }),
  },
  { route: 'GET /draw', outcomes: { ...people('→ /unauthorized', '→ /'), admin: 200 } },
  { route: 'POST /api/draw/ticket', outcomes: adminOnly },
  { route: 'GET /api/compare', outcomes: adminOnly },
  // Operators compare their own dreams only.
  {
    route: 'GET /api/compare/:id/painted',
    path: '/api/compare/{item}/painted',
    outcomes: { ...adminOnly, admin: 404 },
  },
  { route: 'GET /connect-gpu', outcomes: people(200, '→ /unauthorized') },
  {
    route: 'GET /session',
    path: '/session?session_id={item}',
    outcomes: {
      ...readItem,
      'signed out': '→ /unauthorized',
      'expired session': '→ /unauthorized',
      guest: '→ /unauthorized',
    },
  },

  { route: 'GET /api/session', outcomes: people(200, 401) },
  { route: 'POST /api/refresh-session', outcomes: people(200, 401) },
  // No provider is configured here, so the outcome doesn't depend on the caller.
  { route: 'POST /api/auth/google', json: { token: 'x' }, outcomes: everybody(400) },
  { route: 'POST /api/auth/logout', outcomes: everybody(200) },
  { route: 'POST /api/auth/email', json: { email: '{new}@example.com' }, outcomes: everybody(202) },
  { route: 'GET /auth/signin', outcomes: people('→ /dreamboard', 200) },
  { route: 'POST /auth/signin', form: { email: '{new}@example.com' }, outcomes: everybody(200) },
  { route: 'GET /auth/provider', outcomes: everybody(400) },
  { route: 'GET /auth/callback', outcomes: everybody(400) },
  { route: 'GET /auth/link', path: '/auth/link?token=wrong', outcomes: everybody(410) },
  { route: 'POST /auth/link', path: '/auth/link?token=wrong', outcomes: everybody(410) },
  { route: 'GET /api/auth/proof', outcomes: people(200, 401) },
  { route: 'GET /auth/confirm', outcomes: people('→ /settings', '→ /') },
  { route: 'POST /auth/confirm', form: {}, outcomes: people(200, '→ /') },
  { route: 'GET /auth/passkey', outcomes: people('→ /dreamboard', '→ /') },
  // No one here has a passkey.
  { route: 'POST /api/auth/passkey/options', outcomes: people(404, 401) },
  { route: 'POST /api/auth/passkey', json: {}, outcomes: people(400, 401) },
  { route: 'POST /api/passkeys/options', outcomes: adminOnly },
  { route: 'POST /api/passkeys', json: {}, outcomes: { ...adminOnly, admin: 400 } },
  { route: 'DELETE /api/passkeys/:id', outcomes: people(404, 401) },
  { route: 'GET /api/openapi.json', outcomes: everybody(200) },
  { route: 'GET /api/asyncapi.json', outcomes: everybody(200) },
  { route: 'GET /api/docs', outcomes: everybody(200) },
  { route: 'GET /api/tokens', outcomes: people(200, 401) },
  { route: 'POST /api/tokens', json: {}, outcomes: people(400, 401) },
  { route: 'DELETE /api/tokens/:id', path: '/api/tokens/unknown', outcomes: people(404, 401) },
  { route: 'GET /auth/connect', outcomes: people('→ /settings', '→ /') },
  { route: 'POST /auth/connect', form: { choice: 'connect' }, outcomes: everybody('→ /auth/signin') },
  {
    route: 'GET /api/avatars/:userId/:file',
    path: '/api/avatars/{owner}/00000000000000000000000000000000.webp',
    outcomes: { ...readItem, 'hidden item': 200 },
  },
  { route: 'POST /settings/sign-out', form: {}, outcomes: everybody('→ /') },
  { route: 'POST /settings/close', form: { confirmation: 'wrong' }, outcomes: people(400, '→ /') },
  { route: 'POST /language', form: { locale: 'en', back: '/terms' }, outcomes: everybody('→ /terms') },
  {
    route: 'POST /settings/profile',
    // Too long for a handle.
    form: { handle: '{new}' },
    outcomes: people(400, '→ /'),
  },
  {
    route: 'POST /settings/profile/clear',
    form: {},
    outcomes: people('→ /settings/profile?done=saved', '→ /'),
  },
  { route: 'GET /:handle{@[^/]+}', path: '/@{new}', outcomes: everybody(404) },
  { route: 'GET /:handle{@[^/]+}/feed.xml', path: '/@{new}/feed.xml', outcomes: everybody(404) },
  {
    route: 'POST /:handle{@[^/]+}/report',
    path: '/@{new}/report',
    form: { reason: 'other' },
    outcomes: everybody(404),
  },
  { route: 'POST /settings/sharing', form: {}, outcomes: people('→ /settings', '→ /') },
  { route: 'POST /settings/keep', form: {}, outcomes: people('→ /settings', '→ /') },
  { route: 'POST /settings/name', form: { name: '' }, outcomes: people(400, '→ /') },
  { route: 'POST /settings/address', form: { email: 'no address' }, outcomes: people(400, '→ /') },
  { route: 'GET /auth/address', path: '/auth/address?token=wrong', outcomes: everybody(410) },
  { route: 'POST /auth/address', path: '/auth/address?token=wrong', outcomes: everybody(410) },
  { route: 'POST /auth/suspended/data', form: { token: 'wrong' }, outcomes: everybody(410) },
  { route: 'POST /auth/suspended/close', form: { token: 'wrong' }, outcomes: everybody(410) },
  { route: 'POST /auth/suspended/keep', form: { token: 'wrong' }, outcomes: everybody(410) },
  {
    route: 'POST /api/admin/request-data',
    json: { action: 'getRequests' },
    outcomes: adminOnly,
  },
  // No reason was given in the last few minutes.
  {
    route: 'GET /api/admin/person-export/:userId',
    path: '/api/admin/person-export/{owner}',
    outcomes: { ...adminOnly, admin: 409 },
  },
  { route: 'POST /settings/news', form: { wanted: 'no' }, outcomes: people('→ /settings', '→ /') },
  { route: 'GET /api/account/data', outcomes: people(200, 401) },

  { route: 'POST /api/verify-subscription', outcomes: people(200, 401) },
  // Nothing is sold here, and authorised callers learn that.
  {
    route: 'POST /api/stripe/create-checkout-session',
    json: { plan: 'basic', customerInfo: { fullName: 'Ada Lovelace' } },
    outcomes: people(503, 401),
  },
  { route: 'POST /api/stripe/create-portal-session', outcomes: people(503, 401) },
  { route: 'POST /api/stripe/confirm-checkout', json: {}, outcomes: people(503, 401) },
  { route: 'POST /api/stripe/webhook', json: {}, outcomes: everybody(503) },
  {
    route: 'POST /api/runpod/webhook/:token',
    path: '/api/runpod/webhook/guessed',
    json: { id: 'job', status: 'FAILED' },
    outcomes: everybody(404),
  },

  { route: 'GET /api/sessions', outcomes: people(200, 401) },
  { route: 'GET /api/sessions/months', outcomes: people(200, 401) },
  { route: 'GET /api/sessions/:id', path: '/api/sessions/{item}', outcomes: guestsToo(readItem) },
  {
    route: 'GET /api/sessions/:id/neighbours',
    path: '/api/sessions/{item}/neighbours',
    outcomes: changeItem,
  },
  { route: 'GET /api/sessions/:id/video', path: '/api/sessions/{item}/video', outcomes: guestsToo(readItem) },
  {
    route: 'GET /api/sessions/:id/thumbnail',
    path: '/api/sessions/{item}/thumbnail',
    // The trash shows hidden items.
    outcomes: { ...guestsToo(readItem), 'hidden item': 200 },
  },
  {
    route: 'GET /api/sessions/:id/poster',
    path: '/api/sessions/{item}/poster',
    outcomes: guestsToo(readItem),
  },
  {
    route: 'GET /api/sessions/:id/preview',
    path: '/api/sessions/{item}/preview',
    outcomes: guestsToo(readItem),
  },
  {
    route: 'GET /api/sessions/:id/filmstrip',
    path: '/api/sessions/{item}/filmstrip',
    outcomes: guestsToo(readItem),
  },
  { route: 'GET /api/sessions/:id/exports', path: '/api/sessions/{item}/exports', outcomes: changeItem },
  {
    route: 'POST /api/sessions/:id/exports',
    path: '/api/sessions/{item}/exports',
    json: { format: 'png' },
    outcomes: { ...changeItem, trial: 202 },
  },
  {
    route: 'DELETE /api/sessions/:id/exports/:export',
    path: '/api/sessions/{item}/exports/unknown',
    outcomes: { ...changeItem, trial: 404 },
  },
  {
    route: 'GET /api/sessions/:id/exports/:export/file',
    path: '/api/sessions/{item}/exports/unknown/file',
    outcomes: { ...changeItem, trial: 404 },
  },
  {
    route: 'GET /api/sessions/:id/captions',
    path: '/api/sessions/{item}/captions',
    outcomes: guestsToo(readItem),
  },
  { route: 'GET /api/sessions/:id/qr', path: '/api/sessions/{item}/qr', outcomes: readItem },
  { route: 'GET /api/download-video/:job_id', path: '/api/download-video/local-{item}', outcomes: readItem },
  {
    route: 'PATCH /api/media-rename/:id',
    path: '/api/media-rename/{item}',
    json: { dream_name: 'A name' },
    outcomes: changeItem,
  },
  {
    route: 'PATCH /api/sessions/:id/sharing',
    path: '/api/sessions/{item}/sharing',
    json: { shared: true },
    outcomes: changeItem,
  },
  {
    route: 'PATCH /api/sessions/:id/remix',
    path: '/api/sessions/{item}/remix',
    json: { remix: true },
    outcomes: changeItem,
  },
  {
    route: 'PATCH /api/sessions/sharing',
    json: { session_ids: ['{item}'], shared: true },
    outcomes: changeItem,
  },
  {
    route: 'POST /api/sessions/archive',
    json: { session_ids: ['{item}'] },
    outcomes: changeItem,
  },
  {
    route: 'PATCH /api/sessions/hide',
    json: { session_ids: ['{item}'] },
    // Hiding is idempotent.
    outcomes: { ...changeItem, 'hidden item': 200 },
  },
  { route: 'GET /api/trash', outcomes: people(200, 401) },
  {
    route: 'PATCH /api/sessions/restore',
    json: { session_ids: ['{item}'] },
    // People can restore only items from their own trash.
    outcomes: { ...people(404, 401), 'hidden item': 200 },
  },
  {
    route: 'DELETE /api/trash',
    json: { session_ids: ['{item}'] },
    outcomes: { ...people(404, 401), 'hidden item': 200 },
  },
  { route: 'POST /api/bookmarks', json: { session_id: '{item}' }, outcomes: changeItem },
  { route: 'DELETE /api/bookmarks', json: { session_id: '{item}' }, outcomes: changeItem },
  {
    route: 'PATCH /api/bookmarks',
    json: { session_ids: ['{item}'], bookmarked: true },
    outcomes: changeItem,
  },
  { route: 'GET /api/sessions/selection', outcomes: people(200, 401) },
  { route: 'POST /api/feedback', json: { session_id: '{item}', stars: 5 }, outcomes: changeItem },
  {
    route: 'POST /api/anthropic',
    json: { messages: [{ role: 'user', content: 'How do I share a dream?' }] },
    outcomes: people(200, 401),
  },
  {
    route: 'POST /api/d/:id/report',
    path: '/api/d/{item}/report',
    json: { reason: 'other' },
    // The link of a guest's dream is closed.
    outcomes: { ...everybody(201), 'hidden item': 404, guest: 404 },
  },
  { route: 'GET /api/conversation', path: '/api/conversation?session_id={item}', outcomes: readItem },
  {
    route: 'POST /api/conversation',
    json: { session_id: '{item}', messages: [] },
    outcomes: changeItem,
  },
  { route: 'GET /api/collections', outcomes: people(200, 401) },
  { route: 'POST /api/collections', json: { name: '{new}' }, outcomes: people(201, 401) },
  {
    route: 'POST /api/collections/containing',
    json: { session_ids: ['{item}'] },
    // Other people's dreams count as none.
    outcomes: people(200, 401),
  },
  { route: 'GET /api/collections/:id', path: '/api/collections/{new}', outcomes: people(404, 401) },
  {
    route: 'PATCH /api/collections/:id',
    path: '/api/collections/{new}',
    json: { shared: true },
    outcomes: people(404, 401),
  },
  { route: 'DELETE /api/collections/:id', path: '/api/collections/{new}', outcomes: people(404, 401) },
  {
    route: 'PATCH /api/collections/:id/dreams',
    path: '/api/collections/{new}/dreams',
    json: { session_ids: ['{item}'], added: true },
    outcomes: people(404, 401),
  },
  {
    route: 'PATCH /api/collections/:id/order',
    path: '/api/collections/{new}/order',
    json: { session_id: '{item}', before: null },
    outcomes: people(404, 401),
  },
  { route: 'GET /c/:code', path: '/c/{new}', outcomes: everybody(404) },
  { route: 'GET /api/scores', outcomes: people(200, 401) },
  { route: 'GET /api/scores/:id', path: '/api/scores/{new}', outcomes: people(404, 401) },
  {
    route: 'POST /api/scores',
    json: { score: { version: 1, shots: [{ at: 0, prompt: 'a quiet sea' }] } },
    outcomes: people(201, 401),
  },
  // Only operators offer examples, and no one replaces a score that isn't theirs.
  {
    route: 'POST /api/scores',
    json: { id: '{new}', example: true, score: { version: 1, shots: [{ at: 0, prompt: 'a quiet sea' }] } },
    outcomes: { ...people(403, 401), admin: 404 },
  },
  { route: 'POST /api/scores/read', json: { text: '{"version":1,"shots":[]}' }, outcomes: people(200, 401) },
  { route: 'DELETE /api/scores/:id', path: '/api/scores/{new}', outcomes: people(404, 401) },
  {
    route: 'POST /api/stream/again',
    json: { session_id: '{item}' },
    outcomes: item({ owner: 201, others: 404, admin: 404, hidden: 404, signedOut: 401 }),
  },
  {
    route: 'POST /api/stream/branch',
    json: { session_id: '{item}', from: 0, prompt: 'a quiet sea' },
    outcomes: item({ owner: 201, others: 404, admin: 404, hidden: 404, signedOut: 401 }),
  },
  {
    route: 'GET /api/stream/score',
    path: '/api/stream/score?session_id={item}',
    outcomes: item({ owner: 200, others: 404, admin: 404, hidden: 404, signedOut: 401 }),
  },
  // The dream has ended.
  {
    route: 'POST /api/stream/score',
    json: { session_id: '{item}', score: { version: 1, shots: [] }, restart: true },
    outcomes: item({ owner: 409, others: 404, admin: 404, hidden: 404, signedOut: 401 }),
  },
  // Even operators repeat only dreams whose owners allow it.
  {
    route: 'GET /api/sessions/:id/score',
    path: '/api/sessions/{item}/score',
    outcomes: item({ owner: 200, others: 404, admin: 404, hidden: 404, signedOut: 401 }),
  },
  { route: 'GET /api/sessions/:id/voice', path: '/api/sessions/{item}/voice', outcomes: readItem },
  { route: 'POST /api/voice', recording: { session_id: '{item}' }, outcomes: changeItem },
  {
    route: 'GET /api/sessions/:id/pictures/:digest',
    path: `/api/sessions/{item}/pictures/${PICTURE_DIGEST}`,
    outcomes: readItem,
  },
  // The dream has ended: its owner learns that, anyone else gets a 404.
  {
    route: 'POST /api/stream/picture',
    picture: { session_id: '{item}' },
    outcomes: item({ owner: 409, others: 404, admin: 404, hidden: 404, signedOut: 401 }),
  },
  // No language model is configured here, and authorised callers learn that.
  {
    route: 'POST /api/llm/hermes',
    json: { messages: [{ role: 'user', content: 'a quiet sea' }], max_tokens: 256 },
    outcomes: people(503, 401),
  },
  { route: 'GET /voice-models/*', path: '/voice-models/tiny/config.json', outcomes: people(404, 401) },
  {
    route: 'GET /api/d/:file',
    path: '/api/d/{item}.mp4',
    outcomes: { ...everybody(200), 'hidden item': 404, guest: 404 },
  },
  {
    route: 'GET /embed/:code',
    path: '/embed/{item}',
    outcomes: { ...everybody(200), 'hidden item': 404, guest: 404 },
  },
  { route: 'GET /api/oembed', path: '/api/oembed?url=https://example.org/d/x', outcomes: everybody(404) },
  {
    route: 'GET /d/:code',
    path: '{link}',
    outcomes: { ...everybody(200), 'hidden item': 404, guest: 404 },
  },

  { route: 'GET /api/conversation', path: '/api/conversation?session_id={item}', outcomes: readItem },
  {
    route: 'POST /api/conversation',
    json: { session_id: '{item}', messages: [] },
    outcomes: changeItem,
  },
  { route: 'GET /api/sessions/:id/voice', path: '/api/sessions/{item}/voice', outcomes: readItem },
  // Without a language model or a recording, the outcome doesn't depend on the caller.
  {
    route: 'POST /api/llm/hermes',
    json: { messages: [{ role: 'user', content: 'sea' }] },
    outcomes: people(503, 401),
  },
  { route: 'POST /api/voice', json: {}, outcomes: people(415, 401) },
  { route: 'GET /voice-models/*', path: '/voice-models/config.json', outcomes: people(404, 401) },
  {
    route: 'GET /admin',
    path: '/admin?view=summary',
    outcomes: { ...people('→ /unauthorized', '→ /'), admin: 200 },
  },
  {
    route: 'POST /api/admin/summary-data',
    json: { action: 'getSummaryData', startDate: '2026-03-01', endDate: '2026-03-07' },
    outcomes: adminOnly,
  },
  {
    route: 'POST /api/admin/session-data',
    json: { action: 'getAllSessions', page: 1, limit: 20 },
    outcomes: adminOnly,
  },
  {
    route: 'POST /api/admin/audit-data',
    json: { action: 'getAudit', page: 1, limit: 20 },
    outcomes: adminOnly,
  },
  {
    route: 'POST /api/admin/worker-data',
    json: { action: 'getWorkers' },
    outcomes: adminOnly,
  },
  {
    route: 'POST /api/admin/setup-data',
    json: { action: 'getParts' },
    outcomes: adminOnly,
  },
  {
    route: 'POST /api/admin/setup-data',
    json: { action: 'classify', text: 'a calm lake' },
    outcomes: adminOnly,
  },
  {
    route: 'POST /api/admin/figures-data',
    json: { action: 'getFigures', step: 'day' },
    outcomes: adminOnly,
  },
  {
    route: 'POST /api/admin/payments-data',
    json: { action: 'getPayments' },
    outcomes: adminOnly,
  },
  {
    route: 'POST /api/admin/mail-data',
    json: { action: 'getMails', page: 1, limit: 20 },
    outcomes: adminOnly,
  },
  {
    route: 'POST /admin/look',
    form: { session_id: 'nobody', reason: 'a report' },
    outcomes: { ...people('→ /unauthorized', '→ /'), admin: '→ /admin?view=sessions' },
  },
  {
    route: 'POST /api/admin/presence',
    json: { view: 'users', item: '' },
    outcomes: adminOnly,
  },
  {
    route: 'GET /api/admin/live/:id',
    path: '/api/admin/live/nobody',
    outcomes: { ...adminOnly, admin: 404 },
  },
  {
    route: 'POST /api/admin/backup-data',
    json: { action: 'getBackups' },
    outcomes: adminOnly,
  },
  // This installation isn't fresh.
  {
    route: 'POST /api/admin/restore-upload',
    path: '/api/admin/restore-upload?at=0',
    outcomes: { ...adminOnly, admin: 409 },
  },
  {
    route: 'GET /api/admin/backups/:name',
    path: '/api/admin/backups/reverie-2026-01-01-000000.tar',
    outcomes: { ...adminOnly, admin: 404 },
  },
  {
    route: 'POST /api/admin/user-data',
    json: { action: 'updateUserRole', userId: '{owner}', role: 'user' },
    outcomes: adminOnly,
  },
  // These requests are invalid, but only authorised callers learn that.
  { route: 'POST /api/admin/send-email', json: { to: 'nobody' }, outcomes: { ...adminOnly, admin: 400 } },
  { route: 'POST /api/admin/mail-jobs', json: {}, outcomes: { ...adminOnly, admin: 400 } },
  { route: 'GET /api/admin/mail-jobs', outcomes: adminOnly },
  { route: 'GET /api/admin/mail-jobs/:id', outcomes: { ...adminOnly, admin: 404 } },
  { route: 'POST /api/admin/mail-jobs/:id/cancel', outcomes: { ...adminOnly, admin: 404 } },
  { route: 'GET /mail/unsubscribe/:id', outcomes: everybody(200) },
  { route: 'POST /mail/unsubscribe/:id', path: '/mail/unsubscribe/unknown', outcomes: everybody(404) },
  { route: 'POST /api/admin/stop-session', json: { sessionId: '{item}' }, outcomes: adminOnly },
  { route: 'POST /api/admin/profile-data', json: { action: 'getProfiles' }, outcomes: adminOnly },
  { route: 'POST /api/admin/report-data', json: { action: 'getReports' }, outcomes: adminOnly },
  {
    route: 'GET /api/admin/evidence/:id',
    path: '/api/admin/evidence/nothing',
    outcomes: { ...adminOnly, admin: 404 },
  },
  {
    route: 'GET /api/admin/evidence/:id/:file',
    path: '/api/admin/evidence/nothing/video.mp4',
    outcomes: { ...adminOnly, admin: 404 },
  },
  {
    route: 'POST /api/admin/person-data',
    json: { action: 'getPerson', userId: '{owner}' },
    outcomes: adminOnly,
  },
  {
    route: 'POST /api/admin/dream-data',
    json: { action: 'getDream', sessionId: '{item}' },
    outcomes: adminOnly,
  },
  { route: 'POST /api/admin/block-data', json: { action: 'getBlocks' }, outcomes: adminOnly },
  { route: 'GET /api/admin/export/:what', path: '/api/admin/export/people', outcomes: adminOnly },
  { route: 'POST /api/admin/compile-again', json: { sessionId: '{item}' }, outcomes: adminOnly },
  { route: 'POST /api/admin/purge-hidden', outcomes: adminOnly },

  { route: 'GET /api/stream/check-access', outcomes: people(200, 401) },
  { route: 'POST /api/stream/connect', outcomes: guestsToo(people(200, 401)) },
  { route: 'POST /api/stream/end', json: { sessionId: '{item}' }, outcomes: guestsToo(changeItem) },
  {
    route: 'GET /api/stream/status',
    path: '/api/stream/status?sessionId={item}',
    outcomes: guestsToo(changeItem),
  },
  {
    route: 'POST /api/sessions/update-client-fps',
    json: { sessionId: '{item}', clientFpsData: { overall: 16 } },
    outcomes: guestsToo(changeItem),
  },
];
