import { z } from 'zod';

/** A property of the server's parameters that becomes a control. */
export type LcmParameter = { name: string; label: string } & (
  | { kind: 'number'; min: number; max: number; step: number; default: number }
  | { kind: 'switch'; default: boolean }
  | { kind: 'choice'; choices: string[]; default: string }
);

/** A server’s description of itself. */
export interface LcmSettings {
  /** name of its pipeline, for people */
  title: string;
  /** each request needs an image */
  takesImages: boolean;
  /** size of its images in pixels */
  size: { width: number; height: number };
  /** parameters that it knows, of those with a meaning of their own */
  knows: ReadonlySet<string>;
  /** its default negative prompt */
  negative: string;
  /** all other parameters that a viewer may change */
  parameters: readonly LcmParameter[];
}

const MAX_PARAMETERS = 14;
const MAX_CHOICES = 64;
const MAX_CHOICE = 60;
const MAX_LABEL = 40;
const MAX_NUMBER = 1e9;
const STEPS_OF_A_RANGE = 100;
const MAX_STEPS_OF_A_RANGE = 1e5;
const MAX_NEGATIVE = 300;
const SIDE = { least: 128, most: 1536, usual: 512 };

/** Parameters with a meaning of their own, and V2's modes of operation, which viewers must not change. */
const KNOWN = ['prompt', 'negative_prompt', 'seed', 'width', 'height', 'strength', 'restart'];
const HIDDEN = [...KNOWN, 'resolution', 'input_mode', 'upload_mode', 'use_taehv', 'use_tensorrt'];

const constant = (value: z.ZodType) => z.object({ default: value });
const settings = z.object({
  info: z.object({
    properties: z.object({
      input_mode: constant(z.enum(['image', 'text'])),
      title: constant(z.string()).optional().catch(undefined),
      name: constant(z.string()).optional().catch(undefined),
    }),
  }),
  input_params: z.object({ properties: z.record(z.string(), z.unknown()) }),
});

/** Plain JSON schema, with the servers' own words for bounds and choices. */
const property = z.object({
  type: z.string().optional(),
  title: z.string().optional().catch(undefined),
  default: z.unknown().optional(),
  disabled: z.boolean().optional().catch(undefined),
  min: z.number().optional().catch(undefined),
  minimum: z.number().optional().catch(undefined),
  max: z.number().optional().catch(undefined),
  maximum: z.number().optional().catch(undefined),
  step: z.number().optional().catch(undefined),
  multipleOf: z.number().optional().catch(undefined),
  values: z.array(z.unknown()).optional().catch(undefined),
  enum: z.array(z.unknown()).optional().catch(undefined),
});
type Property = z.infer<typeof property>;

/** Parses the answer of `/api/settings`; null if it is something else. Properties that make no sense are left out. */
export function readLcmSettings(answer: unknown): LcmSettings | null {
  const { data } = settings.safeParse(answer);
  if (!data) return null;
  const { input_mode: mode, title, name } = data.info.properties;
  const all = data.input_params.properties;
  const own = (key: string) => (Object.hasOwn(all, key) ? property.safeParse(all[key]).data : undefined);
  const parameters: LcmParameter[] = [];
  for (const [key, value] of Object.entries(all)) {
    if (parameters.length >= MAX_PARAMETERS) break;
    if (HIDDEN.includes(key) || !/^[a-z][a-z0-9_]{0,27}$/.test(key) || key.startsWith('debug')) continue;
    const { data: known } = property.safeParse(value);
    const parameter = known && !known.disabled && readParameter(key, known);
    if (parameter) parameters.push(parameter);
  }
  return {
    title: shown(String(title?.default ?? name?.default ?? ''), MAX_LABEL),
    takesImages: mode.default === 'image',
    size: { width: sideOf(own('width')), height: sideOf(own('height')) },
    negative: textOf(own('negative_prompt')),
    knows: new Set(KNOWN.filter((key) => own(key))),
    parameters,
  };
}

/** The server's bounds of its strength, if it has one. */
export function readStrength(answer: unknown): LcmParameter | null {
  const { data } = settings.safeParse(answer);
  const { data: known } = property.safeParse(data?.input_params.properties.strength);
  return known ? readParameter('strength', known) : null;
}

function readParameter(key: string, given: Property): LcmParameter | null {
  const label = shown(given.title ?? key, MAX_LABEL) || key;
  const named = { name: key, label };
  switch (given.type) {
    case 'boolean':
      return { ...named, kind: 'switch', default: given.default === true };
    case 'string':
      return readChoice(named, given);
    case 'integer':
    case 'number':
      return readNumber(named, given);
  }
  return null;
}

function readNumber(named: { name: string; label: string }, given: Property): LcmParameter | null {
  const [min, max] = [given.min ?? given.minimum, given.max ?? given.maximum];
  if (min === undefined || max === undefined) return null;
  if (!(min < max) || Math.abs(min) > MAX_NUMBER || Math.abs(max) > MAX_NUMBER) return null;
  const isWhole = given.type === 'integer';
  if (isWhole && !(Number.isInteger(min) && Number.isInteger(max))) return null;
  const usual = isWhole ? 1 : (max - min) / STEPS_OF_A_RANGE;
  const wanted = given.step ?? given.multipleOf ?? usual;
  const isUsable =
    wanted <= max - min &&
    wanted * MAX_STEPS_OF_A_RANGE >= max - min &&
    (!isWhole || Number.isInteger(wanted));
  const step = isUsable ? wanted : usual;
  const start = typeof given.default === 'number' && Number.isFinite(given.default) ? given.default : min;
  return { ...named, kind: 'number', min, max, step, default: Math.min(max, Math.max(min, start)) };
}

/** Names are sent back as they are, so those that no panel could show are left out. */
function readChoice(named: { name: string; label: string }, given: Property): LcmParameter | null {
  const all = (given.values ?? given.enum ?? []).slice(0, MAX_CHOICES);
  const choices = [
    ...new Set(
      all
        .filter((one) => typeof one === 'string')
        .filter((one) => one !== '' && shown(one, MAX_CHOICE) === one),
    ),
  ];
  const [first] = choices;
  if (first === undefined || choices.length < 2) return null;
  const start = choices.find((one) => one === given.default) ?? first;
  return { ...named, kind: 'choice', choices, default: start };
}

/** In one line, without characters that a panel can't show, cut between characters. */
const shown = (text: string, most: number): string =>
  text
    .slice(0, 4 * most)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();

const textOf = (given: Property | undefined): string =>
  typeof given?.default === 'string' ? shown(given.default, MAX_NEGATIVE) : '';

/** Whole latents. */
function sideOf(given: Property | undefined): number {
  const side = Number(given?.default ?? SIDE.usual);
  const isUsable = Number.isInteger(side) && side >= SIDE.least && side <= SIDE.most && side % 8 === 0;
  return isUsable ? side : SIDE.usual;
}
