import type { Hono } from 'hono';
import { AppError } from '../../src/kit/errors.ts';
import type { AppContext, AppEnv } from '../../src/web/context.ts';
import { renderPage } from '../../src/web/document.tsx';
import { guardPage, requirePerson } from '../../src/web/guards.ts';
import { publicOrigin } from '../../src/web/security.ts';
import { createSessions } from '../auth/begin-session.ts';
import { waysToProve } from '../auth/confirm-routes.tsx';
import { clearSessionCookie } from '../auth/cookie.ts';
import { deviceName } from '../auth/device-name.ts';
import { guardProof } from '../auth/fresh-proof.ts';
import { knowsPasskeys } from '../auth/passkey.ts';
import type { SessionUser } from '../auth/schemas.ts';
import { EMAIL_ISSUER, lastEndOf } from '../auth/sign-in.ts';
import type { User } from '../auth/store.ts';
import { planOfPerson } from '../billing/shared/plans.ts';
import { closeAccount, dayText, GRACE_DAYS } from './close-account.ts';
import type { AccountDeps } from './deps.ts';
import { exportData } from './export-data.ts';
import { CLOSE_FORM, resumeAt, SIGN_OUT_ALL_FORM, signOutForm } from './pages/resume.ts';
import { SettingsPage, SignedOutSettings } from './pages/settings.tsx';

/** The settings page and what a person can do about the account there. */
export function registerAccount(app: Hono<AppEnv>, deps: AccountDeps): void {
  const { store, config, clock } = deps;
  const sessions = createSessions(deps);

  async function showSettings(c: AppContext, closeError?: string, status = 200): Promise<Response> {
    const person = c.get('person');
    if (!person) return renderPage(c, { title: 'Settings', page: <SignedOutSettings /> });
    const [user, access, logins, ways, confirmWays, passkeys] = await Promise.all([
      store.findUser(person.id),
      readAccess(person),
      store.listLoginSessions(person.id),
      store.listIdentities(person.id),
      waysToProve(deps, person),
      store.listPasskeys(person.id),
    ]);
    const nameOf = (issuer: string) =>
      issuer === EMAIL_ISSUER ? 'E-mail link' : issuer === config.oidc?.issuer ? config.oidc.name : issuer;
    return renderPage(c, {
      title: 'Settings',
      status,
      page: (
        <SettingsPage
          person={person}
          access={access}
          supportEmail={config.SUPPORT_EMAIL}
          communityUrl={config.COMMUNITY_URL ?? null}
          sessions={logins
            .filter((login) => lastEndOf(login, person.role) > clock.now())
            .map((login) => ({
              id: login.id,
              device: deviceName(login.userAgent),
              lastUsed: new Date(login.lastUsedAt).toISOString(),
              current: login.id === c.get('login')?.id,
            }))}
          ways={ways.map(({ issuer, email }) => ({ name: nameOf(issuer), email }))}
          connectable={
            config.oidc && !ways.some(({ issuer }) => issuer === config.oidc?.issuer)
              ? config.oidc.name
              : null
          }
          erasedOn={user?.erasureAt ? dayText(user.erasureAt) : null}
          graceDays={GRACE_DAYS}
          confirmWays={confirmWays}
          passkeys={
            person.role === 'admin' || passkeys.length > 0
              ? passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
                  id,
                  name,
                  added: new Date(createdAt).toISOString(),
                  lastUsed: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
                }))
              : null
          }
          passkeysWork={person.role === 'admin' && knowsPasskeys(publicOrigin(config, c.req.raw))}
          deviceName={deviceName(c.req.header('user-agent') ?? null)}
          resume={c.req.query('resume') ?? null}
          {...(closeError === undefined ? {} : { closeError })}
        />
      ),
    });
  }

  /** Asked for those who have a limit only; a failure is logged and shows no bar. */
  async function readAccess(person: SessionUser) {
    if (planOfPerson(person).streams === null) return null;
    return deps.checkAccess(person).catch((error: unknown) => {
      deps.log.warn('usage not read', { error });
      return null;
    });
  }

  async function ownAccount(c: AppContext): Promise<User> {
    const user = await store.findUser(requirePerson(c).id);
    if (!user) throw new AppError(409, 'gone', 'This account no longer exists.');
    return user;
  }

  app.get('/settings', (c) => showSettings(c));

  const afterSignOut = async (c: AppContext) => {
    const { session } = await c.req.parseBody();
    return resumeAt(typeof session === 'string' ? signOutForm(session) : SIGN_OUT_ALL_FORM);
  };
  app.post('/settings/sign-out', guardPage(), guardProof(clock, afterSignOut), async (c) => {
    const { session } = await c.req.parseBody();
    const person = requirePerson(c);
    if (typeof session === 'string') {
      const ended = await sessions.endOf(person.id, session);
      if (ended > 0) await sessions.note(c, 'session-end', person.id, 'another session ended');
      return c.redirect('/settings', 303);
    }
    await sessions.endOf(person.id);
    await sessions.note(c, 'session-end', person.id, 'all sessions ended');
    clearSessionCookie(c);
    return c.redirect('/', 303);
  });

  const afterClose = async () => resumeAt(CLOSE_FORM);
  app.post('/settings/close', guardPage(), guardProof(clock, afterClose), async (c) => {
    const { confirmation } = await c.req.parseBody();
    const user = await ownAccount(c);
    if (
      String(confirmation ?? '')
        .trim()
        .toLowerCase() !== user.email.toLowerCase()
    ) {
      return showSettings(c, `Type ${user.email} to confirm.`, 400);
    }
    try {
      await closeAccount(deps, user, sessions.endOf);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return showSettings(c, error.message, error.status);
    }
    await sessions.note(c, 'account', user.id, 'closed');
    clearSessionCookie(c);
    return c.redirect('/', 303);
  });

  app.post('/settings/keep', guardPage(), async (c) => {
    const { id, erasureAt } = await ownAccount(c);
    await store.setErasure(id, null);
    if (erasureAt !== null) await sessions.note(c, 'account', id, 'kept after all');
    return c.redirect('/settings', 303);
  });

  app.get('/api/account/data', async (c) => {
    const person = requirePerson(c);
    await deps.rateLimits.take('export', person.id);
    await sessions.note(c, 'account', person.id, 'data downloaded');
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    return c.body(exportData(deps.personalData, person.id), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${config.APP_NAME.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-data-${day}.zip"`,
      'Cache-Control': 'no-store',
    });
  });
}
