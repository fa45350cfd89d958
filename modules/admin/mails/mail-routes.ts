import type { Hono } from 'hono';
import { jsonBody } from '../../kit/http/http.ts';
import type { AppEnv } from '../../web/context.ts';
import { type MailedAnswer, mailJobRequest, sendEmailRequest } from '../contract/mail.ts';
import { mailDataRequest } from '../contract/mails.ts';
import type { AdminDeps } from '../deps.ts';
import type { AsAdmin } from '../operator.ts';
import { cancelMailJob, readMailJob, retryFailed, sendRest, startMailJob } from './mail-jobs.ts';
import { readMails } from './read-mails.ts';
import { sendBulkTest, sendEmail } from './send-mail.ts';

/** Calls about mails: single, bulk, and the list of all with their outcomes. */
export function registerMailCalls(app: Hono<AppEnv>, deps: AdminDeps, admin: AsAdmin): void {
  app.post('/api/admin/mail-data', async (c) => {
    const operator = admin(c);
    const asked = await jsonBody(c, mailDataRequest);
    switch (asked.action) {
      case 'getMails':
        return c.json(await readMails(deps.store, asked));
      case 'retryFailed':
        await retryFailed(deps, operator, asked.jobId);
        return c.json({ ok: true });
      case 'sendRest':
        await sendRest(deps, operator, asked.jobId);
        return c.json({ ok: true });
      case 'sendTest':
        return c.json(await sendBulkTest(deps, operator, asked));
    }
  });

  app.post('/api/admin/send-email', async (c) => {
    const { audit } = admin(c);
    const mail = await jsonBody(c, sendEmailRequest);
    return c.json(mailed(await sendEmail(deps, audit, mail)));
  });

  app.post('/api/admin/mail-jobs', async (c) => {
    const operator = admin(c);
    return c.json(await startMailJob(deps, operator, await jsonBody(c, mailJobRequest)));
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
