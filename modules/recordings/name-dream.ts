import { z } from 'zod';
import { replaceBannedWords } from '../dreams/contract/banned-words.ts';
import { proposeName } from '../dreams/contract/propose-name.ts';
import type { DreamRepository } from '../dreams/dreams.ts';
import { type DefinedJob, defineJob } from '../jobs/contract/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../kit/log.ts';
import { applyOutputRule } from '../language-model/contract/agent-rule.ts';
import { askModel, type LanguageModel } from '../language-model/language-model.ts';

const NAME_JOB = 'propose-name';
/** Generous, because nothing waits for the name. */
const TIMEOUT_MS = 30_000;
/** Includes reasoning tokens. */
const MAX_TOKENS = 1024;
/** Prompts sent to the model. A name says more about the start of a dream than about every turn that it takes. */
const PROMPTS_MAX = 12;
const PROMPT_MAX = 300;

const SYSTEM =
  'You give a short title to a dream: a live video that was driven by the prompts below, in their order. Answer with the title alone: at most six words, one line, in the language of the prompts, no quotes, no end punctuation, no explanation.';

interface NamingDeps {
  /** null: no model is asked, and the name is the first prompt */
  model: LanguageModel | null;
  repository: Pick<DreamRepository, 'find' | 'listPrompts' | 'nameFrom'>;
  jobs: Pick<Jobs, 'enqueue'>;
  log: Log;
}

/** Names dreams by their first prompt, and better where a language model is set up. The owner's own names stay. */
export function createNaming({ model, repository, jobs, log }: NamingDeps) {
  /** The dream's checked prompts, and the name that the first one makes. Null if there is none. */
  async function readWords(dreamId: string) {
    const dream = await repository.find(dreamId);
    if (!dream || dream.hiddenAt !== null || dream.removedAt !== null) return null;
    const prompts = (await repository.listPrompts(dreamId)).filter(({ checking }) => !checking);
    const first = prompts[0] ? proposeName(prompts[0].text) : null;
    return first === null ? null : { dream, prompts: prompts.slice(0, PROMPTS_MAX), first };
  }

  async function nameDream(dreamId: string, signal: AbortSignal): Promise<void> {
    const words = await readWords(dreamId);
    if (!model || !words || words.dream.name !== words.first) return;
    const { prompts, first } = words;
    const listed = prompts.map(({ text }) => `- ${text.slice(0, PROMPT_MAX)}`).join('\n');
    const messages = [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: replaceBannedWords(listed) },
    ];
    try {
      const limits = { maxTokens: MAX_TOKENS, timeoutMs: TIMEOUT_MS, signal };
      const line = applyOutputRule(await askModel(model, messages, limits));
      const name = line && proposeName(replaceBannedWords(line));
      if (name) await repository.nameFrom(dreamId, first, name);
    } catch (error) {
      // On shutdown, fail so that the job runs again after a restart.
      signal.throwIfAborted();
      log.warn('the first prompt stays the name', { dream: dreamId, error });
    }
  }

  const job: DefinedJob = defineJob({
    kind: NAME_JOB,
    payload: z.object({}),
    // A slow model delays nothing else.
    concurrency: 1,
    run: (_, { job, signal }) => nameDream(job.key, signal),
  });

  return {
    job,
    /** Names an ended dream that has no name yet. Idempotent. */
    async requestName(dreamId: string): Promise<void> {
      const words = await readWords(dreamId);
      if (!words || words.dream.nameKey !== null) return;
      await repository.nameFrom(dreamId, null, words.first);
      if (model) await jobs.enqueue({ kind: NAME_JOB, key: dreamId, payload: {} });
    },
  };
}
