import type { MiddlewareHandler } from 'hono';
import type { Env } from './api.ts';
import { Fault } from './wire.ts';

/** Repeats the first answer for a POST with the same idempotency key, even a declined card. */
export function createIdempotency(): MiddlewareHandler<Env> {
  const answers = new Map<string, { asked: string; status: number; body: string }>();
  return async function idempotency(c, next) {
    const key = c.req.method === 'POST' ? c.req.header('idempotency-key') : undefined;
    if (!key) return next();
    const asked = `${c.req.path} ${JSON.stringify(c.get('params'))}`;
    const earlier = answers.get(key);
    if (earlier && earlier.asked !== asked) {
      throw new Fault(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      );
    }
    if (earlier) {
      const headers = { 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' };
      return new Response(earlier.body, { status: earlier.status, headers });
    }
    await next();
    // Stripe doesn't save answers of requests that failed validation.
    if (c.res.status !== 400) {
      answers.set(key, { asked, status: c.res.status, body: await c.res.clone().text() });
    }
  };
}
