import { error, type Finding, ok, warning } from '../kit/settings/finding.ts';
import type { LanguageModelConfig } from '../language-model/contract/settings.ts';
import { languageModelOf } from '../language-model/language-model.ts';
import { CODEC } from '../protocol/codecs.ts';
import { countsOfPicture, flagOfPrompt, inWords, isMild, scored } from './contract/categories.ts';
import { type SafetyConfig, thresholdsOf } from './contract/settings.ts';
import type { ModelConfig } from './pictures/model-thread.ts';
import { pictureClassifierOf } from './pictures/picture-classifier.ts';
import { promptClassifierOf } from './prompts/prompt-classifier.ts';
import { createPromptWords, type WordFault } from './prompts/prompt-words.ts';

type Config = SafetyConfig & LanguageModelConfig & ModelConfig;

/** A harmless prompt that every classifier should pass. */
const CALM = 'a calm lake at dawn';

const NO_PICTURE_CLASSIFIER = warning(
  'no picture classifier is set: start images are taken unseen, and frames aren’t looked at',
  'Set SAFETY_MODEL or SAFETY_URL before people whom you don’t know come in.',
);

/** Tries the prompt and image classifiers that are configured. */
export async function diagnoseSafety(config: Config): Promise<Finding[]> {
  const { checks } = config;
  const [prompts, pictures] = await Promise.all([
    checks.prompts
      ? classifyText(config, CALM)
      : [ok('no prompt classifier is set: prompts are checked by lists of words')],
    checks.pictures ? lookAtPicture(config) : NO_PICTURE_CLASSIFIER,
  ]);
  return [...prompts, pictures];
}

/** Judges a prompt as if it were a dream's first. */
export async function classifyText(config: Config, text: string): Promise<Finding[]> {
  const fault = createPromptWords({ adults: config.SEXUAL_CONTENT === 'adults' }).judge(text);
  if (fault) return [ok(`“${shown(text)}” is refused for its words, by the rule about ${RULES[fault]}`)];
  const classifier = promptClassifierOf(config, languageModelOf(config));
  if (!classifier) return [ok(`“${shown(text)}” is drawn; no classifier is set for prompts`)];
  const began = performance.now();
  try {
    const verdict = await classifier.classify(text);
    const flag = flagOfPrompt(verdict, thresholdsOf(config));
    const ms = Math.round(performance.now() - began);
    const [highest] = [...verdict.scores].toSorted((a, b) => b[1] - a[1]);
    const most = highest ? `, at most ${scored({ category: highest[0], score: highest[1] })}` : '';
    const became = flag
      ? `${isMild(flag) ? 'drawn with a warning' : 'refused'} for ${inWords(flag.category)} (${scored(flag)}, counts from ${flag.threshold})`
      : `drawn${most}`;
    return [ok(`“${shown(text)}” is ${became}; the ${classifier.name} took ${ms} ms`)];
  } catch (fault) {
    return [
      error(
        `the ${classifier.name} did not classify a prompt (${(fault as Error).message})`,
        `Check ${config.PROMPT_SAFETY === 'llm' ? 'LLM_BASE_URL, LLM_API_KEY and LLM_MODEL' : 'MODERATION_BASE_URL, MODERATION_API_KEY and MODERATION_MODEL'}. Until then prompts go through without it.`,
      ),
    ];
  }
}

async function lookAtPicture(config: Config): Promise<Finding> {
  const classifier = pictureClassifierOf(config);
  if (!classifier) throw new Error('no classifier of pictures is set');
  const cure = `Check ${config.SAFETY_URL ? 'SAFETY_URL and SAFETY_API_KEY' : 'SAFETY_MODEL'}. Until then pictures go through, and links of new dreams stay closed.`;
  try {
    const about = await classifier.about();
    if (about && !about.labels.some((label) => countsOfPicture(label, config.SAFETY_THRESHOLDS)))
      return error(
        `none of the labels of ${classifier.name} counts (${about.labels.slice(0, 12).join(', ')})`,
        'Name those that do in SAFETY_THRESHOLDS, as in nsfw=0.8.',
      );
    const picture = await greyPicture();
    const began = performance.now();
    const scores = await classifier.classify({ codec: CODEC.jpeg, bytes: picture });
    const ms = Math.round(performance.now() - began);
    const said = [...scores].map(([category, score]) => scored({ category, score })).slice(0, 6);
    const text = `${classifier.name} classified a grey picture in ${ms} ms: ${said.join(', ')}`;
    return about?.note
      ? warning(`${text}; ${about.note}`, 'Try it with pictures that you know before you rely on it.')
      : ok(text);
  } catch (fault) {
    return error(`a picture was not classified (${(fault as Error).message})`, cure);
  } finally {
    classifier.close();
  }
}

/** Created on demand: this check rarely runs. */
async function greyPicture(): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width: 640, height: 360, channels: 3, background: 'grey' } })
    .jpeg()
    .toBuffer();
}

const RULES: Record<WordFault, string> = {
  minors: 'children',
  'real-person': 'real people',
  sexual: 'sexual content',
};

const shown = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
