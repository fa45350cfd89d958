import { SEED_CONTROL, START_IMAGE_CONTROL, slider } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import { type Control, type ControlValues, EXCLUDED_WORDS } from '../../../protocol/controls.ts';

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

const NO_STYLE = 'none';
/** Maximum number of styles on the panel. */
const MAX_STYLES = 63;
const MAX_STYLE_NAME = 60;

/** Turns an engine's LoRA files into a style control; by default no style is selected. */
export function createStyles(loras: readonly { name: string; path: string }[]) {
  const paths = new Map(
    loras
      .filter(({ name }) => name !== NO_STYLE)
      .slice(0, MAX_STYLES)
      .map(({ name, path }) => [name.slice(0, MAX_STYLE_NAME), path]),
  );
  const control: Control = {
    kind: 'choice',
    name: 'style',
    label: m.worker_control_style(),
    live: true,
    choices: [NO_STYLE, ...paths.keys()],
    default: NO_STYLE,
  };
  return {
    /** no control if there are no LoRAs */
    controls: paths.size > 0 ? [control] : [],
    pathOf: ({ style }: ControlValues): string | undefined => paths.get(String(style)),
  };
}
