import type { Hono } from 'hono';
import { jsonBody } from '../../kit/http/http.ts';
import type { AppEnv } from '../../web/context.ts';
import { guardPage } from '../../web/guards.ts';
import { dreamDataRequest } from '../contract/dream.ts';
import { reportDataRequest } from '../contract/reports.ts';
import { purgeRequest, sessionDataRequest, sessionRequest } from '../contract/sessions.ts';
import type { AdminDeps } from '../deps.ts';
import type { AsAdmin } from '../operator.ts';
import { closeAudience, compileAgain, giveBack } from './dream-actions.ts';
import { giveLookReason } from './note-look.ts';
import { countHidden, purgeDeleted } from './purge-deleted.ts';
import { findDreams, findWords, readDreamLife } from './read-dream.ts';
import { openEvidence, readEvidence } from './read-evidence.ts';
import { readReports } from './read-reports.ts';
import { readSessions } from './read-sessions.ts';
import { stopSession } from './stop-session.ts';
import { reportsSeen, takeDown } from './take-down.ts';

import { beginWatch, readLivePicture } from './watch-live.ts';
/** Calls about dreams: lists, details, and decisions. */
export function registerDreamCalls(app: Hono<AppEnv>, deps: AdminDeps, admin: AsAdmin): void {
  app.post('/api/admin/session-data', async (c) => {
    admin(c);
    const { action: _, ...asked } = await jsonBody(c, sessionDataRequest);
    return c.json(await readSessions(deps, asked));
  });

  app.post('/api/admin/stop-session', async (c) => {
    const operator = admin(c);
    const { sessionId } = await jsonBody(c, sessionRequest);
    return c.json(await stopSession(deps, operator, sessionId));
  });

  app.post('/api/admin/report-data', async (c) => {
    const operator = admin(c);
    const asked = await jsonBody(c, reportDataRequest);
    if (asked.action === 'getReports') return c.json(await readReports(deps, asked.sessionId));
    if (asked.action === 'seen') {
      await reportsSeen(deps, operator, asked.sessionId);
      return c.json({ changed: true });
    }
    return c.json(await takeDown(deps, operator, asked));
  });

  app.post('/api/admin/dream-data', async (c) => {
    const operator = admin(c);
    const asked = await jsonBody(c, dreamDataRequest);
    switch (asked.action) {
      case 'findDreams':
        return c.json(await findDreams(deps, asked.words));
      case 'findWords':
        return c.json(await findWords(deps, operator.audit, asked.words));
      case 'getDream':
        return c.json(await readDreamLife(deps, asked.sessionId));
      case 'watch':
        await beginWatch(deps, operator.audit, asked);
        return c.json({ ok: true });
      case 'closeAudience':
        return c.json(await closeAudience(deps, operator, asked));
      case 'giveBack':
        return c.json(await giveBack(deps, operator, asked));
    }
  });

  app.get('/api/admin/evidence/:id', async (c) => {
    const operator = admin(c);
    await deps.auth.requireOperatorProof(c, operator.person);
    const id = c.req.param('id');
    c.header('Content-Disposition', `attachment; filename="evidence-${id.replace(/[^\w-]/g, '')}.json"`);
    return c.json(await readEvidence(deps, operator, id));
  });

  app.get('/api/admin/evidence/:id/:file', async (c) => {
    const { person } = admin(c);
    await deps.auth.requireOperatorProof(c, person);
    const { id, file: name } = c.req.param();
    const { stream, size } = await openEvidence(deps, id, name);
    return c.body(stream, 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(size),
      'Content-Disposition': `attachment; filename="${name}"`,
    });
  });

  app.get('/api/admin/live/:id', async (c) => {
    const { person } = admin(c);
    const frame = await readLivePicture(deps, person, c.req.param('id'));
    if (!frame) return c.body(null, 204);
    return c.body(frame, 200, { 'Content-Type': 'application/octet-stream' });
  });

  app.post('/admin/look', guardPage({ role: 'admin' }), async (c) => {
    const operator = admin(c);
    const id = await giveLookReason(deps, operator, await c.req.parseBody());
    return c.redirect(id ? `/session?session_id=${id}` : '/admin?view=sessions', 303);
  });

  app.post('/api/admin/compile-again', async (c) => {
    const operator = admin(c);
    const { sessionId } = await jsonBody(c, sessionRequest);
    return c.json({ server_status: await compileAgain(deps, operator.audit, sessionId) });
  });

  app.post('/api/admin/purge-hidden', async (c) => {
    const operator = admin(c);
    const asked = await jsonBody(c, purgeRequest);
    if (asked.action === 'count') return c.json(await countHidden(deps));
    return c.json({ purged: await purgeDeleted(deps, operator.audit, asked.everything !== undefined) });
  });
}
