import type { Hono } from 'hono';
import type { Billing } from '../billing/billing.ts';
import { jsonBody } from '../kit/http/http.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import type { Log } from '../kit/log.ts';
import { currentLocale, type Locale } from '../kit/texts/locale.ts';
import type { AppEnv } from '../web/context.ts';
import { requirePerson } from '../web/guards.ts';
import { createClaude } from './ask-claude.ts';
import { type HelpAnswer, helpRequest } from './contract/schemas.ts';
import type { HelpConfig } from './contract/settings.ts';
import { contactOf, type HelpFacts, readHelp } from './help-document.ts';
import { createHelpSearch } from './search-help.ts';
import type { HelpStore } from './store.ts';

export interface HelpDeps {
  config: HelpConfig & HelpFacts;
  log: Log;
  store: HelpStore;
  rateLimits: RateLimits;
  billing: Pick<Billing, 'shownPrices'>;
}

type Search = ReturnType<typeof createHelpSearch>;

/** Turns of the conversation sent to the model. */
const REMEMBERED_TURNS = 20;

export function registerHelp(app: Hono<AppEnv>, deps: HelpDeps): void {
  const { config, log, store, rateLimits } = deps;

  /** Answerers in the person's language, rebuilt when prices change. */
  async function answerers() {
    const prices = await deps.billing.shownPrices();
    const made = JSON.stringify(prices);
    const locale = currentLocale();
    let own = known.get(locale);
    if (own?.made !== made) {
      const sections = readHelp(config, prices);
      const ask = createClaude(config, sections, log);
      own = { made, ask, search: createHelpSearch(sections, contactOf(config)) };
      known.set(locale, own);
    }
    return own;
  }
  const known = new Map<Locale, { made: string; ask: ReturnType<typeof createClaude>; search: Search }>();

  app.post('/api/anthropic', async (c) => {
    const person = requirePerson(c);
    await rateLimits.take('helpChat', person.id);
    const { messages, conversationId } = await jsonBody(c, helpRequest);
    const question = messages.at(-1)?.content ?? '';
    // A conversation that has expired or belongs to another user is silently not continued.
    const history = conversationId ? await store.history(conversationId, person.id, REMEMBERED_TURNS) : null;
    const asked = { role: 'user' as const, content: question };
    const { ask, search } = await answerers();
    const response = ask ? await ask([...(history ?? []), asked]) : search(question);
    const id = await store.add(history ? (conversationId ?? null) : null, person.id, [
      asked,
      { role: 'assistant', content: response },
    ]);
    return c.json({ response, conversationId: id } satisfies HelpAnswer);
  });
}
