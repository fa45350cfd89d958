import type { Context, Hono } from 'hono';
import { jsonBody } from '../../src/kit/http/http.ts';
import { jsonInTurns } from '../../src/kit/json-in-turns.ts';
import type { AppEnv } from '../../src/web/context.ts';
import { renderPage } from '../../src/web/document.tsx';
import { guardPage, requireAdmin } from '../../src/web/guards.ts';
import { mailOrigin } from '../../src/web/security.ts';
import { auditOf } from './audit.ts';
import { changeWorker } from './change-worker.ts';
import type { AdminDeps } from './deps.ts';
import { compileAgain } from './dreams/compile-again.ts';
import { giveBack } from './dreams/give-back.ts';
import { countHidden, purgeDeleted } from './dreams/purge-deleted.ts';
import { findDreams, readDreamLife } from './dreams/read-dream.ts';
import { readSessions } from './dreams/read-sessions.ts';
import { stopSession } from './dreams/stop-session.ts';
import { readReports, takeDown } from './dreams/take-down.ts';
import { VIEWS } from './limits.ts';
import { cancelMailJob, readMailJob, startMailJob } from './mails/mail-jobs.ts';
import { sendEmail } from './mails/send-email.ts';
import { sendTestMail } from './mails/send-test-mail.ts';
import { AdminPage } from './pages/admin.tsx';
import { addNote } from './people/add-note.ts';
import { changeUserRole, grantBeta } from './people/change-user.ts';
import { readPerson } from './people/read-person.ts';
import { readHistory, readUsers } from './people/read-users.ts';
import { addBlock, readBlocks, removeBlock } from './people/sign-in-blocks.ts';
import { liftSuspension, suspend } from './people/suspend.ts';
import { readAudit } from './read-audit.ts';
import { readSummary } from './read-summary.ts';
import { readWorkers } from './read-workers.ts';
import { auditDataRequest } from './schemas/audit.ts';
import { dreamDataRequest } from './schemas/dream.ts';
import { type MailedAnswer, mailJobRequest, sendEmailRequest } from './schemas/mail.ts';
import { userDataRequest } from './schemas/people.ts';
import { blockDataRequest, personDataRequest } from './schemas/person.ts';
import { reportDataRequest } from './schemas/reports.ts';
import { purgeRequest, sessionDataRequest, sessionRequest } from './schemas/sessions.ts';
import { type SetupAnswer, type SetupTestAnswer, setupDataRequest } from './schemas/setup.ts';
import { summaryDataRequest } from './schemas/summary.ts';
import { workerDataRequest } from './schemas/workers.ts';

export function registerAdmin(app: Hono<AppEnv>, deps: AdminDeps): void {
  const { store } = deps;

  /** The caller's role, before anything else is looked at. */
  function admin(c: Context<AppEnv>) {
    const person = requireAdmin(c);
    c.header('Cache-Control', 'no-store');
    return { person, audit: auditOf(store, deps.log, c, person) };
  }

  app.get('/admin', guardPage({ role: 'admin' }), async (c) => {
    const asked = c.req.query('view');
    if (!asked) return c.redirect('/admin?view=summary', 302);
    const view = VIEWS.find((one) => one === asked) ?? 'summary';
    return renderPage(c, {
      title: 'Admin Dashboard',
      page: (
        <AdminPage
          view={view}
          appName={deps.appName}
          delivers={deps.mail.delivers}
          basicPrice={(await deps.billing.shownPrices()).basic}
        />
      ),
    });
  });

  app.post('/api/admin/summary-data', async (c) => {
    admin(c);
    const summary = await readSummary(store, await jsonBody(c, summaryDataRequest), deps.clock.now());
    return c.body(jsonInTurns({ ...summary }), 200, { 'Content-Type': 'application/json' });
  });

  app.post('/api/admin/session-data', async (c) => {
    admin(c);
    const { action: _, ...asked } = await jsonBody(c, sessionDataRequest);
    return c.json(await readSessions(store, asked));
  });

  app.post('/api/admin/audit-data', async (c) => {
    admin(c);
    const { action: _, ...asked } = await jsonBody(c, auditDataRequest);
    return c.json(await readAudit(store, asked));
  });

  app.post('/api/admin/stop-session', async (c) => {
    const { audit } = admin(c);
    const { sessionId } = await jsonBody(c, sessionRequest);
    return c.json(await stopSession(deps, audit, sessionId));
  });

  app.post('/api/admin/report-data', async (c) => {
    const { person, audit } = admin(c);
    const asked = await jsonBody(c, reportDataRequest);
    if (asked.action === 'getReports') return c.json(await readReports(deps, asked.sessionId));
    return c.json(await takeDown(deps, person, audit, asked, mailOrigin(c.get('config'), c.req.raw)));
  });

  app.post('/api/admin/person-data', async (c) => {
    const { person, audit } = admin(c);
    const asked = await jsonBody(c, personDataRequest);
    const origin = mailOrigin(c.get('config'), c.req.raw);
    switch (asked.action) {
      case 'getPerson':
        return c.json(await readPerson(deps, asked.userId));
      case 'suspend':
        await suspend(deps, person, audit, asked, origin);
        return c.json({ ok: true });
      case 'lift':
        await liftSuspension(deps, person, audit, asked, origin);
        return c.json({ ok: true });
      case 'addNote':
        await addNote(deps, person, audit, asked);
        return c.json({ ok: true });
    }
  });

  app.post('/api/admin/dream-data', async (c) => {
    const { person, audit } = admin(c);
    const asked = await jsonBody(c, dreamDataRequest);
    switch (asked.action) {
      case 'findDreams':
        return c.json(await findDreams(deps, asked.words));
      case 'getDream':
        return c.json(await readDreamLife(deps, asked.sessionId));
      case 'giveBack':
        return c.json(await giveBack(deps, person, audit, asked, mailOrigin(c.get('config'), c.req.raw)));
    }
  });

  app.post('/api/admin/block-data', async (c) => {
    const { person, audit } = admin(c);
    const asked = await jsonBody(c, blockDataRequest);
    if (asked.action === 'addBlock') await addBlock(deps, person, c.get('address'), audit, asked);
    if (asked.action === 'removeBlock') await removeBlock(deps, audit, asked.id);
    return c.json(await readBlocks(deps));
  });

  app.post('/api/admin/compile-again', async (c) => {
    const { audit } = admin(c);
    const { sessionId } = await jsonBody(c, sessionRequest);
    return c.json({ server_status: await compileAgain(deps, audit, sessionId) });
  });

  app.post('/api/admin/purge-hidden', async (c) => {
    const { audit } = admin(c);
    const asked = await jsonBody(c, purgeRequest);
    if (asked.action === 'count') return c.json(await countHidden(deps));
    return c.json({ purged: await purgeDeleted(deps, audit, asked.everything !== undefined) });
  });

  app.post('/api/admin/worker-data', async (c) => {
    const { audit } = admin(c);
    const asked = await jsonBody(c, workerDataRequest);
    if (asked.action === 'getWorkers') return c.json(await readWorkers(deps));
    await changeWorker(deps, audit, asked);
    return c.json({ ok: true });
  });

  app.post('/api/admin/setup-data', async (c) => {
    const { person } = admin(c);
    const asked = await jsonBody(c, setupDataRequest);
    if (asked.action === 'getParts') return c.json({ parts: await deps.setup.parts() } satisfies SetupAnswer);
    await deps.rateLimits.take('setup', person.id);
    const findings =
      asked.action === 'test'
        ? await deps.setup.test(asked.part)
        : await sendTestMail(deps, person, mailOrigin(c.get('config'), c.req.raw));
    return c.json({ findings } satisfies SetupTestAnswer);
  });

  app.post('/api/admin/user-data', async (c) => {
    const { person, audit } = admin(c);
    const asked = await jsonBody(c, userDataRequest);
    switch (asked.action) {
      case 'getAllUsers':
        return c.json(await readUsers(store, asked));
      case 'getUserHistory':
        return c.json(await readHistory(store, asked.userId));
      case 'updateUserRole':
        await changeUserRole(deps, person, audit, asked);
        return c.json({ ok: true });
      case 'grantBeta':
        return c.json(
          mailed(await grantBeta(deps, person, audit, asked.userId, mailOrigin(c.get('config'), c.req.raw))),
        );
    }
  });

  app.post('/api/admin/send-email', async (c) => {
    const { person, audit } = admin(c);
    const mail = await jsonBody(c, sendEmailRequest);
    return c.json(mailed(await sendEmail(deps, person, audit, mail, mailOrigin(c.get('config'), c.req.raw))));
  });

  app.post('/api/admin/mail-jobs', async (c) => {
    const { person, audit } = admin(c);
    const asked = await jsonBody(c, mailJobRequest);
    return c.json(await startMailJob(deps, person, audit, asked, mailOrigin(c.get('config'), c.req.raw)));
  });

  app.get('/api/admin/mail-jobs', async (c) => {
    admin(c);
    return c.json({ job: await deps.mail.bulk.recent() });
  });

  app.get('/api/admin/mail-jobs/:id', async (c) => {
    admin(c);
    return c.json(await readMailJob(deps, c.req.param('id')));
  });

  app.post('/api/admin/mail-jobs/:id/cancel', async (c) => {
    const { audit } = admin(c);
    return c.json(await cancelMailJob(deps, audit, c.req.param('id')));
  });
}

const mailed = (outcome: 'sent' | 'waiting'): MailedAnswer => ({
  ok: true,
  ...(outcome === 'waiting' && { waiting: true }),
});
