import type { MachineGpu } from '../../kit/machine-gpu.ts';
import { type Licence, PRESETS } from './presets.ts';

/** A suggested model for a machine. */
export interface Proposal {
  /** describes the machine's hardware in a sentence */
  machine: string;
  model: string;
  title: string;
  licence: Licence;
  /** expected speed, and where that figure comes from */
  rate: string;
  /** the settings that select it */
  settings: Record<string, string>;
}

/** SD-Turbo needs some 4 GB with its runtime, SDXS half of that. */
const TURBO_MB = 7_500;
const SDXS_MB = 2_500;
/** Rounded to whole GB, the way graphics cards are sold. */
const gigabytes = (mb: number) => `${Math.round(mb / 1024)} GB`;

/** Picks the best model that fits the machine's GPU, or one for its CPU. */
export function proposeModel(gpu: MachineGpu | null): Proposal {
  const [model, rate] =
    gpu && gpu.memoryMb >= TURBO_MB
      ? [
          'sd-turbo',
          'Others report from 3 pictures a second on a laptop’s 3070 Ti to 94 on a 4090, with other programs; not measured with this one.',
        ]
      : gpu && gpu.memoryMb >= SDXS_MB
        ? [
            'sdxs',
            'Others report over 600 pictures a second on a 5090, with another program; not measured with this one.',
          ]
        : [
            'sdxs-int8',
            'A processor takes seconds for a picture: some three on two cores, measured here with random weights. It moves, but it does not flow.',
          ];
  const { title, licence } = PRESETS[model] as (typeof PRESETS)[string];
  const onCuda = gpu?.name.startsWith('NVIDIA') && model !== 'sdxs-int8';
  return {
    machine: gpu
      ? `This server’s machine has an ${gpu.name} with ${gigabytes(gpu.memoryMb)}.`.replace(
          'an AMD graphics',
          'AMD graphics',
        )
      : 'No GPU was found in this server’s machine.',
    model,
    title,
    licence,
    rate,
    settings: { GENERATOR: 'diffusion', MODEL: model, ...(onCuda && { DEVICE: 'cuda' }) },
  };
}

/** Formats the settings as a prefix to a shell command. */
export const asCommand = ({ settings }: Pick<Proposal, 'settings'>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
