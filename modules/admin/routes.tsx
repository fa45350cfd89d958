import type { Context, Hono } from 'hono';
import { utcText } from '../kit/clock.ts';
import { jsonBody } from '../kit/http/http.ts';
import { jsonInTurns, textStream } from '../kit/json-in-turns.ts';
import type { Finding } from '../kit/settings/finding.ts';
import { formatLanguage } from '../kit/texts/formats.ts';
import { m } from '../kit/texts/m.ts';
import { shownLocales } from '../kit/texts/offered.ts';
import type { AppEnv } from '../web/context.ts';
import type { SessionUser } from '../web/contract/person.ts';
import { renderPage } from '../web/document.tsx';
import { guardPage, requireAdmin } from '../web/guards.ts';
import { Island } from '../web/island.tsx';
import { registerBackupCalls } from './backups/backup-routes.ts';
import { changeSetup } from './change-setup.ts';
import { auditDataRequest } from './contract/audit.ts';
import { figuresDataRequest } from './contract/figures.ts';
import { VIEWS } from './contract/limits.ts';
import { paymentsDataRequest } from './contract/payments.ts';
import { requestDataRequest } from './contract/people/requests.ts';
import { presenceRequest } from './contract/presence.ts';
import {
  type SetupDataRequest,
  type SetupTestAnswer,
  type StripeAnswer,
  setupDataRequest,
} from './contract/setup.ts';
import { summaryDataRequest } from './contract/summary.ts';
import { workerDataRequest } from './contract/workers.ts';
import type { AdminDeps } from './deps.ts';
import { registerDreamCalls } from './dreams/dream-routes.ts';
import { exportCsv, exportText, readExport } from './export-csv.ts';
import { createFigures } from './figures/read-figures.ts';
import { registerMailCalls } from './mails/mail-routes.ts';
import { sendTestMail } from './mails/send-mail.ts';
import { operatorOf } from './operator.ts';
import { listPayments } from './payments/list-payments.ts';
import { registerPersonCalls } from './people/person-routes.ts';
import { notePresence } from './presence.ts';
import { registerProfileCalls } from './profiles/profile-routes.ts';
import { readAudit } from './read-audit.ts';
import { readSummary } from './read-summary.ts';
import { addRequest, answerRequest, readRequests } from './requests/answer-requests.ts';
import { changeWorker } from './workers/change-worker.ts';
import { readWorkerHistory } from './workers/read-worker-history.ts';
import { readWorkers } from './workers/read-workers.ts';

export function registerAdmin(app: Hono<AppEnv>, deps: AdminDeps): void {
  const { store } = deps;

  /** Checks the caller's role before anything else. */
  function admin(c: Context<AppEnv>) {
    const person = requireAdmin(c);
    c.header('Cache-Control', 'no-store');
    return operatorOf(deps, c, person);
  }

  app.get('/admin', guardPage({ role: 'admin' }), async (c) => {
    const asked = c.req.query('view');
    if (!asked) return c.redirect('/admin?view=summary', 302);
    const view = VIEWS.find((one) => one === asked) ?? 'summary';
    return renderPage(c, {
      title: m.admin_title(),
      page: (
        <Island
          name="admin"
          props={{
            view,
            appName: deps.appName,
            delivers: deps.mail.delivers,
            basicPrice: (await deps.billing.shownPrices()).basic,
            languages: shownLocales().map((locale) => ({ locale, name: formatLanguage(locale) })),
          }}
        />
      ),
    });
  });

  registerDreamCalls(app, deps, admin);
  registerProfileCalls(app, deps, admin);
  registerPersonCalls(app, deps, admin);
  registerBackupCalls(app, deps, admin);

  app.post('/api/admin/summary-data', async (c) => {
    admin(c);
    const summary = await readSummary(store, await jsonBody(c, summaryDataRequest), deps.clock.now());
    return c.body(jsonInTurns({ ...summary }), 200, { 'Content-Type': 'application/json' });
  });

  const readFigures = createFigures(deps);
  app.post('/api/admin/figures-data', async (c) => {
    admin(c);
    const { step } = await jsonBody(c, figuresDataRequest);
    return c.json(await readFigures(step));
  });

  app.post('/api/admin/payments-data', async (c) => {
    admin(c);
    const { action: _, after, ...filter } = await jsonBody(c, paymentsDataRequest);
    return c.json(await listPayments(deps, filter, after));
  });

  app.post('/api/admin/audit-data', async (c) => {
    admin(c);
    const { action: _, ...asked } = await jsonBody(c, auditDataRequest);
    return c.json(await readAudit(store, asked));
  });

  app.get('/api/admin/export/:what', async (c) => {
    const { person, audit } = admin(c);
    const asked = readExport(c.req.param('what'), c.req.query('filter'));
    await deps.rateLimits.take('export', `lists ${person.id}`);
    await audit({ action: 'export', userId: null, targetId: null, detail: exportText(asked) });
    const name = `${asked.what}_${utcText(deps.clock.now()).slice(0, 10)}.csv`;
    return c.body(textStream(exportCsv(deps, asked)), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    });
  });

  app.post('/api/admin/request-data', async (c) => {
    const operator = admin(c);
    const asked = await jsonBody(c, requestDataRequest);
    if (asked.action === 'addRequest') await addRequest(deps, operator, asked);
    if (asked.action === 'answerRequest') await answerRequest(deps, operator, asked);
    return c.json(await readRequests(deps));
  });

  app.post('/api/admin/presence', async (c) => {
    const { person } = admin(c);
    return c.json(await notePresence(deps, person, await jsonBody(c, presenceRequest)));
  });

  app.post('/api/admin/worker-data', async (c) => {
    const { audit } = admin(c);
    const asked = await jsonBody(c, workerDataRequest);
    if (asked.action === 'getWorkers') return c.json(await readWorkers(deps));
    if (asked.action === 'getHistory') return c.json(await readWorkerHistory(deps, asked.workerId));
    await changeWorker(deps, audit, asked);
    return c.json({ ok: true });
  });

  function tryOut(
    person: SessionUser,
    asked: Extract<SetupDataRequest, { action: 'test' | 'classify' | 'sendTestMail' }>,
  ): Promise<Finding[]> {
    if (asked.action === 'test') return deps.setup.test(asked.part, asked.changes);
    if (asked.action === 'classify') return deps.setup.classify(asked.text, asked.changes);
    return sendTestMail(deps, person, asked);
  }

  app.post('/api/admin/setup-data', async (c) => {
    const { person, audit } = admin(c);
    const asked = await jsonBody(c, setupDataRequest);
    if (asked.action === 'getParts') return c.json(await deps.setup.read());
    // Testing typed settings sends secrets, just like saved ones.
    await deps.auth.requireOperatorProof(c, person);
    await deps.rateLimits.take('setup', person.id);
    if (asked.action === 'seeStripe') {
      const pieces = await deps.setup.seeStripe(asked.changes, asked.prices);
      return c.json({ pieces } satisfies StripeAnswer);
    }
    if (asked.action === 'save' || asked.action === 'makeStripe' || asked.action === 'restart') {
      await changeSetup(deps, audit, asked);
      return c.json(await deps.setup.read(), asked.action === 'restart' ? 202 : 200);
    }
    return c.json({ findings: await tryOut(person, asked) } satisfies SetupTestAnswer);
  });

  registerMailCalls(app, deps, admin);
}
