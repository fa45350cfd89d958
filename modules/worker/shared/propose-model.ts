import type { MachineGpu } from '../../../src/kit/machine-gpu.ts';
import { type Licence, PRESETS } from './presets.ts';

/** A model that suits a machine. */
export interface Proposal {
  /** what the machine has, in a sentence */
  machine: string;
  model: string;
  title: string;
  licence: Licence;
  /** how fast it can be expected to be, and by whose word */
  rate: string;
  /** what has it draw */
  settings: Record<string, string>;
}

/** SD-Turbo takes some 4 GB with its runtime, SDXS half of that. */
const TURBO_MB = 7_500;
const SDXS_MB = 2_500;
/** A whole number of GB is how cards are sold. */
const gigabytes = (mb: number) => `${Math.round(mb / 1024)} GB`;

/** The richest model that a machine's GPU holds, or one for its processor. */
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

/** As it stands before a command. */
export const asCommand = ({ settings }: Pick<Proposal, 'settings'>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
