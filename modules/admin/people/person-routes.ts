import type { Hono } from 'hono';
import { utcText } from '../../kit/clock.ts';
import { jsonBody } from '../../kit/http/http.ts';
import type { AppEnv } from '../../web/context.ts';
import type { MailedAnswer } from '../contract/mail.ts';
import { userDataRequest } from '../contract/people/people.ts';
import { blockDataRequest, personDataRequest, type RefundAnswer } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import { sendAgain } from '../mails/send-mail.ts';
import type { AsAdmin } from '../operator.ts';
import { readPayments } from '../payments/list-payments.ts';
import { refund } from '../payments/refund.ts';
import { changeUserRole, grantBeta } from './change-user.ts';
import { correctPerson, erasePerson, noteExport, openExport } from './data-rights.ts';
import { givePlan, takePlan } from './give-plan.ts';
import { giveStreams, takeStreams } from './give-streams.ts';
import { addNote, closeAccount, revokeTokens } from './person-actions.ts';
import { readPerson } from './read-person.ts';
import { readHistory, readUsers } from './read-users.ts';
import { addBlock, liftOutliving, readBlocks, removeBlock } from './sign-in-blocks.ts';
import { liftSuspension, suspend } from './suspend.ts';

/** Calls about users: lists, details, and decisions. */
export function registerPersonCalls(app: Hono<AppEnv>, deps: AdminDeps, admin: AsAdmin): void {
  app.post('/api/admin/person-data', async (c) => {
    const operator = admin(c);
    const asked = await jsonBody(c, personDataRequest);
    switch (asked.action) {
      case 'getPerson':
        return c.json(await readPerson(deps, asked.userId));
      case 'suspend':
        await suspend(deps, operator, asked);
        return c.json({ ok: true });
      case 'lift':
        await liftSuspension(deps, operator, asked);
        return c.json({ ok: true });
      case 'giveStreams':
        await giveStreams(deps, operator, asked);
        return c.json({ ok: true });
      case 'givePlan':
        await givePlan(deps, operator, asked);
        return c.json({ ok: true });
      case 'takeStreams':
        await takeStreams(deps, operator, asked);
        return c.json({ ok: true });
      case 'takePlan':
        await takePlan(deps, operator, asked);
        return c.json({ ok: true });
      case 'revokeTokens':
        await revokeTokens(deps, operator, asked);
        return c.json({ ok: true });
      case 'closeAccount':
        await closeAccount(deps, operator.audit, asked);
        return c.json({ ok: true });
      case 'exportData':
        await deps.auth.requireOperatorProof(c, operator.person);
        return c.json(await noteExport(deps, operator, asked));
      case 'correct':
        await deps.auth.requireOperatorProof(c, operator.person);
        await correctPerson(deps, operator, asked);
        return c.json({ ok: true });
      case 'erase':
        await deps.auth.requireOperatorProof(c, operator.person);
        await erasePerson(deps, operator, asked);
        return c.json({ ok: true });
      case 'getPayments':
        return c.json(await readPayments(deps, asked.userId));
      case 'refund': {
        const text = await refund(deps, operator, asked);
        return c.json({ ok: true, text } satisfies RefundAnswer);
      }
      case 'sendMailAgain':
        await sendAgain(deps, operator.audit, asked.mailId);
        return c.json({ ok: true });
      case 'addNote':
        await addNote(deps, operator, asked);
        return c.json({ ok: true });
    }
  });

  app.get('/api/admin/person-export/:userId', async (c) => {
    const operator = admin(c);
    await deps.auth.requireOperatorProof(c, operator.person);
    const userId = c.req.param('userId');
    const zip = await openExport(deps, operator, userId);
    const name = `person-${userId.replace(/[^\w-]/g, '').slice(0, 8)}-${utcText(deps.clock.now()).slice(0, 10)}.zip`;
    return c.body(zip, 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
    });
  });

  app.post('/api/admin/block-data', async (c) => {
    const operator = admin(c);
    const asked = await jsonBody(c, blockDataRequest);
    if (asked.action === 'addBlock') await addBlock(deps, operator, asked);
    if (asked.action === 'liftOutliving') await liftOutliving(deps, operator, asked.email);
    if (asked.action === 'removeBlock') await removeBlock(deps, operator, asked.id);
    return c.json(await readBlocks(deps));
  });

  app.post('/api/admin/user-data', async (c) => {
    const operator = admin(c);
    const asked = await jsonBody(c, userDataRequest);
    switch (asked.action) {
      case 'getAllUsers':
        return c.json(await readUsers(deps.store, asked, deps.clock.now()));
      case 'getUserHistory':
        return c.json(await readHistory(deps.store, asked.userId));
      case 'updateUserRole':
        await changeUserRole(deps, operator, asked);
        return c.json({ ok: true });
      case 'grantBeta':
        return c.json(mailed(await grantBeta(deps, operator, asked.userId)));
    }
  });
}

const mailed = (outcome: 'sent' | 'waiting'): MailedAnswer => ({
  ok: true,
  ...(outcome === 'waiting' && { waiting: true }),
});
