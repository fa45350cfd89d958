import type { Hono } from 'hono';
import type { User } from '../auth/auth.ts';
import { ownPath } from '../auth/contract/own-path.ts';
import { emailSignIn, personName } from '../auth/contract/schemas.ts';
import { premiumFeatures } from '../billing/contract/plan-terms.ts';
import { planOfPerson } from '../billing/contract/plans.ts';
import { spelledAddress } from '../kit/email-address.ts';
import { AppError } from '../kit/errors.ts';
import { check } from '../kit/http/http.ts';
import { dayText } from '../kit/shared/dates.ts';
import { inCodes } from '../kit/texts/in-codes.ts';
import { m } from '../kit/texts/m.ts';
import { offeredLocales } from '../kit/texts/offered.ts';
import { keepLanguage } from '../web/choose-locale.ts';
import type { AppContext, AppEnv } from '../web/context.ts';
import type { SessionUser } from '../web/contract/person.ts';
import { renderPage } from '../web/document.tsx';
import { guardPage, requirePerson } from '../web/guards.ts';
import { closeAccount, GRACE_DAYS } from './close-account.ts';
import type { AccountDeps } from './deps.ts';
import { ADDRESS_FORM, CLOSE_FORM, resumeAt, SIGN_OUT_ALL_FORM, signOutForm } from './pages/resume.ts';
import { type SettingsFaults, SettingsPage, SignedOutSettings } from './pages/settings.tsx';
import { sendData } from './send-data.ts';
import { registerSuspended } from './suspended-routes.tsx';

export function registerAccount(app: Hono<AppEnv>, deps: AccountDeps): void {
  const { auth, config } = deps;

  async function showSettings(c: AppContext, faults: SettingsFaults = {}, status = 200): Promise<Response> {
    const person = c.get('person');
    if (!person) return renderPage(c, { title: m.account_page_title(), page: <SignedOutSettings /> });
    const [user, access, signIns, tokens, prices] = await Promise.all([
      auth.findUser(person.id),
      readAccess(person),
      auth.readSignInState(c, person),
      auth.apiTokens.list(person.id),
      deps.billing.shownPrices(),
    ]);
    return renderPage(c, {
      title: m.account_page_title(),
      status,
      page: (
        <SettingsPage
          person={person}
          access={access}
          sellsPlans={config.sellsPlans}
          prices={prices}
          features={premiumFeatures(config)}
          supportEmail={config.SUPPORT_EMAIL ?? null}
          communityUrl={config.COMMUNITY_URL ?? null}
          {...signIns}
          tokens={tokens}
          now={deps.clock.now()}
          wantsNews={user?.news === 'yes'}
          sharesNew={user?.sharesNew ?? true}
          erasedOn={user?.erasureAt ? dayText(user.erasureAt) : null}
          graceDays={GRACE_DAYS}
          resume={c.req.query('resume') ?? null}
          done={c.req.query('done') ?? null}
          faults={faults}
        />
      ),
    });
  }

  /** Only read for people with a limit. Failures are logged and hide the usage bar. */
  async function readAccess(person: SessionUser) {
    if (planOfPerson(person).streams === null) return null;
    return deps.stream.checkAccess(person).catch((error: unknown) => {
      deps.log.warn('usage not read', { error });
      return null;
    });
  }

  async function ownAccount(c: AppContext): Promise<User> {
    const user = await auth.findUser(requirePerson(c).id);
    if (!user) throw new AppError(409, 'gone', m.account_error_gone());
    return user;
  }

  app.get('/settings', (c) => showSettings(c));

  const afterSignOut = async (c: AppContext) => {
    const { session } = await c.req.parseBody();
    return resumeAt(typeof session === 'string' ? signOutForm(session) : SIGN_OUT_ALL_FORM);
  };
  app.post('/settings/sign-out', guardPage(), auth.guardProof(afterSignOut), async (c) => {
    const { session } = await c.req.parseBody();
    const person = requirePerson(c);
    if (typeof session === 'string') {
      const ended = await auth.endSessions(person.id, session);
      if (ended > 0)
        await auth.noteInSecurityLog(c, 'session-end', person.id, inCodes(m.account_log_session_ended));
      return c.redirect('/settings', 303);
    }
    await auth.endSessions(person.id);
    await auth.noteInSecurityLog(c, 'session-end', person.id, inCodes(m.account_log_sessions_ended));
    auth.dropBrowser(c);
    return c.redirect('/', 303);
  });

  app.post('/language', async (c) => {
    const { locale, back } = await c.req.parseBody();
    const language = offeredLocales().find((one) => one === locale);
    if (language === undefined) throw new AppError(400, 'validation', m.account_error_language());
    keepLanguage(c, language);
    const person = c.get('person');
    if (person) await auth.setLocale(person.id, language);
    return c.redirect(ownPath(back) ?? '/', 303);
  });

  app.post('/settings/sharing', guardPage(), async (c) => {
    const { closed } = await c.req.parseBody();
    await auth.setSharesNew(requirePerson(c).id, closed !== 'yes');
    return c.redirect('/settings', 303);
  });

  const afterClose = async () => resumeAt(CLOSE_FORM);
  app.post('/settings/close', guardPage(), auth.guardProof(afterClose), async (c) => {
    const { confirmation } = await c.req.parseBody();
    const user = await ownAccount(c);
    if (spelledAddress(String(confirmation ?? '').trim()).toLowerCase() !== user.email.toLowerCase()) {
      return showSettings(c, { close: m.account_delete_mismatch({ email: user.email }) }, 400);
    }
    try {
      await closeAccount(deps, user);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return showSettings(c, { close: error.message }, error.status);
    }
    await auth.noteInSecurityLog(c, 'account', user.id, inCodes(m.account_log_closed));
    auth.dropBrowser(c);
    return c.redirect('/', 303);
  });

  app.post('/settings/keep', guardPage(), async (c) => {
    const { id, erasureAt } = await ownAccount(c);
    await auth.setErasure(id, null);
    if (erasureAt !== null) await auth.noteInSecurityLog(c, 'account', id, inCodes(m.account_log_kept));
    return c.redirect('/settings', 303);
  });

  app.post('/settings/name', guardPage(), async (c) => {
    const user = await ownAccount(c);
    const { name } = await c.req.parseBody();
    const typed = personName.safeParse(name);
    if (!typed.success)
      return showSettings(c, { name: typed.error.issues[0]?.message ?? m.account_error_name() }, 400);
    await auth.rename(user, typed.data);
    return c.redirect('/settings?done=name', 303);
  });

  const afterAddress = async () => resumeAt(ADDRESS_FORM);
  app.post('/settings/address', guardPage(), auth.guardProof(afterAddress), async (c) => {
    const user = await ownAccount(c);
    const { email } = await c.req.parseBody();
    try {
      const typed = check(emailSignIn, { email: String(email ?? '').trim() });
      await auth.askForAddress(c, user, typed.email);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return showSettings(c, { address: error.message }, error.status);
    }
    return c.redirect('/settings?done=asked', 303);
  });

  app.post('/settings/news', guardPage(), async (c) => {
    const { wanted, back } = await c.req.parseBody();
    const user = await ownAccount(c);
    const isWanted = wanted === 'yes';
    await auth.answerNews(user, isWanted);
    await auth.noteInSecurityLog(
      c,
      'account',
      user.id,
      inCodes(() => (isWanted ? m.account_log_news() : m.account_log_no_news())),
    );
    return c.redirect(back === 'board' ? '/dreamboard' : '/settings', 303);
  });

  app.get('/api/account/data', async (c) => sendData(c, deps, requirePerson(c).id));

  registerSuspended(app, deps);
}
