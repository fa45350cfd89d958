import { error, type Finding, ok, warning } from '../kit/settings/finding.ts';
import { formatList } from '../kit/texts/formats.ts';
import { m } from '../kit/texts/m.ts';
import type { LanguageModelConfig } from '../language-model/contract/settings.ts';
import { languageModelOf } from '../language-model/language-model.ts';
import { CODEC } from '../protocol/codecs.ts';
import { countsForImage, flagOfPrompt, inWords, isMild, scored } from './contract/categories.ts';
import { type SafetyConfig, thresholdsOf } from './contract/settings.ts';
import { imageClassifierOf } from './images/image-classifier.ts';
import type { ModelConfig } from './images/model-thread.ts';
import { promptClassifierOf } from './prompts/prompt-classifier.ts';
import { createPromptWords, type WordFault } from './prompts/prompt-words.ts';

type Config = SafetyConfig & LanguageModelConfig & ModelConfig;

/** A harmless prompt that every classifier should pass. */
const CALM = 'a calm lake at dawn';

/** Tries the prompt and image classifiers that are configured. */
export async function diagnoseSafety(config: Config): Promise<Finding[]> {
  const { checks } = config;
  const [prompts, pictures] = await Promise.all([
    checks.prompts ? classifyText(config, CALM) : [ok(m.safety_check_no_prompts())],
    checks.images
      ? tryImageClassifier(config)
      : warning(m.safety_check_no_images(), m.safety_check_no_images_cure()),
  ]);
  return [...prompts, pictures];
}

/** Judges a prompt as if it were a dream's first. */
export async function classifyText(config: Config, text: string): Promise<Finding[]> {
  const fault = createPromptWords({ adults: config.SEXUAL_CONTENT === 'adults' }).judge(text);
  if (fault) return [ok(RULES[fault]({ prompt: shown(text) }))];
  const classifier = promptClassifierOf(config, languageModelOf(config));
  if (!classifier) return [ok(m.safety_check_unclassified({ prompt: shown(text) }))];
  const began = performance.now();
  try {
    const verdict = await classifier.classify(text);
    const flag = flagOfPrompt(verdict, thresholdsOf(config));
    const ms = Math.round(performance.now() - began);
    const [highest] = [...verdict.scores].toSorted((a, b) => b[1] - a[1]);
    const slots = { prompt: shown(text), classifier: classifier.name, ms };
    if (flag) {
      const text = isMild(flag) ? m.safety_check_warned : m.safety_check_refused;
      const threshold = String(flag.threshold);
      return [ok(text({ ...slots, what: inWords(flag.category), score: scored(flag), threshold }))];
    }
    return [
      ok(
        highest
          ? m.safety_check_passed_with({
              ...slots,
              score: scored({ category: highest[0], score: highest[1] }),
            })
          : m.safety_check_passed(slots),
      ),
    ];
  } catch (fault) {
    return [
      error(
        m.safety_check_prompt_failed({ classifier: classifier.name, cause: (fault as Error).message }),
        m.safety_check_prompt_failed_cure({
          names: formatList(
            config.PROMPT_SAFETY === 'llm'
              ? ['LLM_BASE_URL', 'LLM_API_KEY', 'LLM_MODEL']
              : ['MODERATION_BASE_URL', 'MODERATION_API_KEY', 'MODERATION_MODEL'],
          ),
        }),
      ),
    ];
  }
}

async function tryImageClassifier(config: Config): Promise<Finding> {
  const classifier = imageClassifierOf(config);
  if (!classifier) throw new Error('no image classifier is set');
  const cure = m.safety_check_image_failed_cure({
    names: formatList(config.SAFETY_URL ? ['SAFETY_URL', 'SAFETY_API_KEY'] : ['SAFETY_MODEL']),
  });
  try {
    const about = await classifier.about();
    if (about && !about.labels.some((label) => countsForImage(label, config.SAFETY_THRESHOLDS)))
      return error(
        m.safety_check_labels({
          classifier: classifier.name,
          labels: formatList(about.labels.slice(0, 12), 'unit'),
        }),
        m.safety_check_labels_cure(),
      );
    const picture = await greyPicture();
    const began = performance.now();
    const scores = await classifier.classify({ codec: CODEC.jpeg, bytes: picture });
    const ms = Math.round(performance.now() - began);
    const said = [...scores].map(([category, score]) => scored({ category, score })).slice(0, 6);
    const slots = { classifier: classifier.name, ms, scores: formatList(said, 'unit') };
    return about?.note
      ? warning(NOTES[about.note](slots), m.safety_check_image_odd_cure())
      : ok(m.safety_check_image(slots));
  } catch (fault) {
    return error(m.safety_check_image_failed({ cause: (fault as Error).message }), cure);
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

const RULES: Record<WordFault, (slots: { prompt: string }) => string> = {
  minors: m.safety_check_words_minors,
  'real-person': m.safety_check_words_real_person,
  sexual: m.safety_check_words_sexual,
};

const NOTES = { constant: m.safety_check_image_constant, scores: m.safety_check_image_scores } as const;

const shown = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
