import { liveCamera, SEED_CONTROL, START_IMAGE_CONTROL, slider } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import {
  type Control,
  type ControlValues,
  EXCLUDED_WORDS,
  type VideoControl,
} from '../../../protocol/controls.ts';
import { EngineFault } from './adapter.ts';

/** Controls of every engine that runs in a feedback loop. */
export const loopControls = (): Control[] => [
  SEED_CONTROL,
  START_IMAGE_CONTROL,
  {
    ...slider('strength', m.worker_control_strength(), { min: 0.1, max: 1, step: 0.05, default: 0.5 }),
    hint: m.worker_control_strength_hint(),
  },
  slider('zoom', m.worker_control_zoom(), { min: -2, max: 2, step: 0.1, default: 0.4 }),
  slider('pan', m.worker_control_pan(), { min: 0, max: 2, step: 0.1, default: 0.3 }),
];

export const negativeControl = (): Control => ({
  kind: 'text',
  name: EXCLUDED_WORDS,
  label: m.worker_control_negative(),
  hint: m.worker_control_negative_hint(),
  live: true,
  max: 300,
  default: '',
});

/** For loops that can start each image from the person's camera or screen instead of the last image. */
export const cameraControl = (size: { width: number; height: number }): VideoControl => ({
  ...liveCamera(size),
  label: m.worker_control_camera(),
  hint: m.worker_control_camera_hint(),
});

const NO_STYLE = 'none';
/** Maximum number of styles on the panel. */
const MAX_STYLES = 63;
const MAX_STYLE_NAME = 60;
const STYLE_STRENGTH = 'style_strength';

/** A style that a dream uses. */
export interface ChosenStyle {
  /** the LoRA file as the engine names it */
  path: string;
  /** 0–1.5; 1 is the strength that the LoRA was trained for */
  strength: number;
}

/**
 * Turns an engine's LoRA files into a style control and its strength; by default no style is selected. Names come from
 * files that anybody may have made: those that no panel could show are left out, long lists and names are cut.
 */
export function createStyles(loras: readonly { name: string; path: string }[]) {
  const paths = new Map<string, string>();
  for (const { name, path } of loras) {
    const shown = shownName(name);
    if (shown !== '' && shown !== NO_STYLE && !paths.has(shown) && paths.size < MAX_STYLES)
      paths.set(shown, path);
  }
  const controls = (): Control[] => [
    {
      kind: 'choice',
      name: 'style',
      label: m.worker_control_style(),
      live: true,
      choices: [NO_STYLE, ...paths.keys()],
      default: NO_STYLE,
    },
    slider(STYLE_STRENGTH, m.worker_control_style_strength(), { min: 0, max: 1.5, step: 0.05, default: 1 }),
  ];
  return {
    /** no controls if there are no LoRAs */
    controls: paths.size > 0 ? controls() : [],
    /**
     * The style that the values select; undefined for none.
     * @throws EngineFault if the engine doesn't have it any more
     */
    chosen({ style = NO_STYLE, ...values }: ControlValues): ChosenStyle | undefined {
      if (style === NO_STYLE) return undefined;
      const path = paths.get(String(style));
      if (path === undefined) throw new EngineFault(m.worker_engine_no_style({ style: String(style) }), true);
      return { path, strength: Number(values[STYLE_STRENGTH] ?? 1) };
    },
  };
}

/** Without control and formatting characters, in one line, cut between characters. */
const shownName = (name: string): string =>
  name
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_STYLE_NAME)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
