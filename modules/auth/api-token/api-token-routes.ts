import type { Hono } from 'hono';
import { notFound } from '../../kit/errors.ts';
import { jsonBody } from '../../kit/http/http.ts';
import { formatList } from '../../kit/texts/formats.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppEnv } from '../../web/context.ts';
import { requirePerson } from '../../web/guards.ts';
import { type ApiTokensAnswer, type NewApiTokenAnswer, newApiToken } from '../contract/tokens.ts';
import type { AuthDeps } from '../deps.ts';
import { requireProof } from '../proof/fresh-proof.ts';
import type { Sessions } from '../session/begin-session.ts';
import { createApiTokens } from './api-tokens.ts';

/** Calls that manage a person's API tokens. They belong to no scope, so a token can't make another one. */
export function registerApiTokens(app: Hono<AppEnv>, deps: AuthDeps, sessions: Sessions): void {
  const { clock, rateLimits } = deps;
  const tokens = createApiTokens(deps);

  app.get('/api/tokens', async (c) => {
    const person = requirePerson(c);
    return c.json({ tokens: await tokens.list(person.id) } satisfies ApiTokensAnswer);
  });

  app.post('/api/tokens', async (c) => {
    const person = requirePerson(c);
    const asked = await jsonBody(c, newApiToken);
    // A token outlives the session that makes it, so a stolen session must not be enough.
    requireProof(c, clock);
    await rateLimits.take('newToken', person.id);
    const { row, ...answer } = await tokens.create(person, asked);
    await sessions.note(
      c,
      'token',
      person.id,
      inCodes(() => m.auth_log_token_created({ name: row.name, scopes: formatList(row.scopes, 'unit') })),
    );
    return c.json(answer satisfies NewApiTokenAnswer, 201);
  });

  app.delete('/api/tokens/:id', async (c) => {
    const person = requirePerson(c);
    const revoked = await tokens.revoke(person.id, c.req.param('id'));
    if (!revoked) throw notFound(m.auth_error_no_such_token());
    await sessions.note(
      c,
      'token',
      person.id,
      inCodes(() => m.auth_log_token_revoked({ name: revoked.name })),
    );
    return c.json({ ok: true });
  });
}
