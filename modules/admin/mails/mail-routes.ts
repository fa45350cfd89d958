import type { Hono } from 'hono';
import { jsonBody } from '../../../src/kit/http/http.ts';
import type { AppEnv } from '../../../src/web/context.ts';
import { mailOrigin } from '../../../src/web/security.ts';
import type { AdminDeps } from '../deps.ts';
import type { AsAdmin } from '../operator.ts';
import { type MailedAnswer, mailJobRequest, sendEmailRequest } from '../schemas/mail.ts';
import { mailDataRequest } from '../schemas/mails.ts';
import { cancelMailJob, readMailJob, retryFailed, startMailJob } from './mail-jobs.ts';
import { readMails } from './read-mails.ts';
import { sendEmail } from './send-email.ts';

/** Calls about mails: to one, to many, and the list of all with what became of them. */
export function registerMailCalls(app: Hono<AppEnv>, deps: AdminDeps, admin: AsAdmin): void {
  app.post('/api/admin/mail-data', async (c) => {
    const { person, audit } = admin(c);
    const asked = await jsonBody(c, mailDataRequest);
    if (asked.action === 'getMails') return c.json(await readMails(deps.store, asked));
    await retryFailed(deps, person, audit, asked.jobId, mailOrigin(c.get('config'), c.req.raw));
    return c.json({ ok: true });
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
