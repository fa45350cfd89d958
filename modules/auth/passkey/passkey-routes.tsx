import type { Hono } from 'hono';
import { notFound, unauthorized } from '../../kit/errors.ts';
import { jsonBody, wantsHtml } from '../../kit/http/http.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../../web/context.ts';
import { renderPage } from '../../web/document.tsx';
import { requireAdmin, requirePerson } from '../../web/guards.ts';
import { publicOrigin } from '../../web/security.ts';
import { ownPath } from '../contract/own-path.ts';
import { newPasskey, passkeyAnswer } from '../contract/schemas.ts';
import type { AuthDeps } from '../deps.ts';
import { PasskeyPage } from '../pages/passkey.tsx';
import { requireProof } from '../proof/fresh-proof.ts';
import type { Sessions } from '../session/begin-session.ts';
import { type Ceremony, createPasskeys } from './passkey.ts';

/** Paths that an operator may open before presenting a passkey: the ones needed to do so, and public legal pages. */
const OPEN = new Set([
  '/auth/passkey',
  '/auth/link',
  '/auth/callback',
  '/auth/provider',
  '/terms',
  '/privacy',
]);

/** True if a page request from a half signed-in operator should redirect to the passkey page. */
export const leadsToPasskey = (c: AppContext) =>
  c.req.method === 'GET' && wantsHtml(c) && !c.req.path.startsWith('/api/') && !OPEN.has(c.req.path);

export function passkeyAddress(c: AppContext): string {
  const { pathname, search } = new URL(c.req.url);
  return `/auth/passkey?next=${encodeURIComponent(pathname + search)}`;
}

/** Passkeys as the operators' second factor: presenting one, and managing them in Settings. */
export function registerPasskeys(app: Hono<AppEnv>, deps: AuthDeps, sessions: Sessions): void {
  const { clock, config, rateLimits, store } = deps;
  const passkeys = createPasskeys({ store, clock, appName: config.APP_NAME });
  const nextOf = (c: AppContext) => ownPath(c.req.query('next')) ?? '/dreamboard';

  /**
   * Accepts fully and half signed-in people.
   * @throws AppError 401
   */
  function ceremony(c: AppContext): Ceremony {
    const person = c.get('person');
    const login = c.get('login');
    const who = c.get('awaiting') ?? (person && login ? { person, login } : null);
    if (!who) throw unauthorized();
    c.header('Cache-Control', 'no-store');
    return { ...who, origin: publicOrigin(config, c.req.raw) };
  }

  app.get('/auth/passkey', async (c) => {
    if (c.get('person')) return c.redirect(nextOf(c), 302);
    const waiting = c.get('awaiting');
    if (!waiting) return c.redirect('/', 302);
    const page = <PasskeyPage email={waiting.person.email} next={nextOf(c)} />;
    return renderPage(c, { title: m.auth_passkey_page_title(), page });
  });

  app.post('/api/auth/passkey/options', async (c) => {
    const who = ceremony(c);
    await rateLimits.take('signIn', c.get('address'));
    return c.json(await passkeys.beginProof(who));
  });

  app.post('/api/auth/passkey', async (c) => {
    const who = ceremony(c);
    await rateLimits.take('signIn', c.get('address'));
    const { response } = await jsonBody(c, passkeyAnswer);
    await passkeys.prove(who, response);
    await sessions.prove(c, {
      provenAt: clock.now(),
      passkeyAt: clock.now(),
      by: inCodes(m.auth_log_by_passkey),
    });
    return c.json({ ok: true });
  });

  app.post('/api/passkeys/options', async (c) => {
    requireAdmin(c);
    requireProof(c, clock);
    return c.json(await passkeys.beginRegistration(ceremony(c)));
  });

  app.post('/api/passkeys', async (c) => {
    requireAdmin(c);
    requireProof(c, clock);
    const { name, response } = await jsonBody(c, newPasskey);
    const who = ceremony(c);
    await passkeys.register(who, name, response);
    await sessions.note(
      c,
      'passkey',
      who.person.id,
      inCodes(() => m.auth_log_passkey_added({ name })),
    );
    // From now on the account's other sessions must present a passkey too, so close their live sockets.
    for (const { id, passkeyAt } of await store.listLoginSessions(who.person.id)) {
      if (passkeyAt === null) deps.signedOut(id);
    }
    return c.json({ ok: true }, 201);
  });

  app.delete('/api/passkeys/:id', async (c) => {
    const person = requirePerson(c);
    requireProof(c, clock);
    const removed = await store.deletePasskey(person.id, c.req.param('id'));
    if (!removed) throw notFound(m.auth_error_no_such_passkey());
    await sessions.note(
      c,
      'passkey',
      person.id,
      inCodes(() => m.auth_log_passkey_removed({ name: removed.name })),
    );
    return c.json({ ok: true });
  });
}
