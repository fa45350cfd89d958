import type Anthropic from '@anthropic-ai/sdk';
import { AppError } from '../kit/errors.ts';
import { serverErrorText } from '../kit/http/server-error-text.ts';
import type { Log } from '../kit/log.ts';
import { m } from '../kit/texts/m.ts';
import { withoutReasoning } from '../language-model/contract/without-reasoning.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import type { HelpConfig } from './contract/settings.ts';
import type { HelpSection } from './help-document.ts';

export interface HelpTurn {
  role: 'user' | 'assistant';
  content: string;
}

const TIMEOUT_MS = 20_000;
const RETRIES = 2;
const MAX_TOKENS = 600;

/** The help chat's model. Null without an API key. Rejects with AppError 502 if the model gives no answer. */
export function createClaude(config: HelpConfig & SiteConfig, sections: readonly HelpSection[], log: Log) {
  if (!config.ANTHROPIC_API_KEY) return null;
  let client: Promise<Anthropic> | null = null;
  const system = systemText(config.APP_NAME, sections);

  return async function ask(turns: readonly HelpTurn[]): Promise<string> {
    try {
      client ??= openClient(config);
      const answer = await (await client).messages.create({
        model: config.ANTHROPIC_MODEL,
        max_tokens: MAX_TOKENS,
        system,
        messages: [...turns],
      });
      const said = answer.content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('');
      // ANTHROPIC_BASE_URL may point to other models.
      const text = withoutReasoning(said).trim();
      if (text === '') throw new Error('the answer holds no text');
      return text;
    } catch (error) {
      log.warn('the help chat got no answer', { message: serverErrorText((error as Error).message) });
      throw new AppError(502, 'help-chat', m.help_unreachable());
    }
  };
}

/** Loaded with the first question: most servers have no key, and startup shouldn't wait for it. */
async function openClient(config: HelpConfig): Promise<Anthropic> {
  const { default: Client } = await import('@anthropic-ai/sdk');
  return new Client({
    apiKey: config.ANTHROPIC_API_KEY ?? null,
    // Only our settings count; the SDK would read the environment too.
    authToken: null,
    baseURL: config.ANTHROPIC_BASE_URL,
    timeout: TIMEOUT_MS,
    maxRetries: RETRIES,
    logLevel: 'off',
  });
}

function systemText(appName: string, sections: readonly HelpSection[]): string {
  return [
    `You are the help chat of ${appName}, a site where people type or speak prompts and watch an AI dream them as live video.`,
    'Answer questions about using the site from the help pages below, in a few short, warm sentences of plain text without markup, in the language of the question.',
    'When the help pages do not answer something, say so and point to the contact given there. Never invent features, prices or limits. Politely decline what has nothing to do with the site.',
    'The help pages:',
    ...sections.map(({ title, text }) => `## ${title}\n${text}`),
  ].join('\n\n');
}
