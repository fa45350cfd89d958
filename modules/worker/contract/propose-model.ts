import type { MachineGpu } from '../../kit/machine-gpu.ts';
import { formatNumber } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';
import { licenceTexts, presetTexts } from './preset-texts.ts';
import { PRESETS } from './presets.ts';

/** A suggested model for a machine. */
export interface Proposal {
  /** describes the machine's hardware in a sentence */
  machine: string;
  model: string;
  title: string;
  licence: ReturnType<typeof licenceTexts>;
  /** expected speed, and where that figure comes from */
  rate: string;
  /** the settings that select it */
  settings: Record<string, string>;
}

/** SD-Turbo needs some 4 GB with its runtime, SDXS half of that. */
const TURBO_MB = 7_500;
const SDXS_MB = 2_500;
/** Picks the best model that fits the machine's GPU, or one for its CPU. */
export function proposeModel(gpu: MachineGpu | null): Proposal {
  const [model, rate] =
    gpu && gpu.memoryMb >= TURBO_MB
      ? (['sd-turbo', m.worker_proposal_rate_sd_turbo] as const)
      : gpu && gpu.memoryMb >= SDXS_MB
        ? (['sdxs', m.worker_proposal_rate_sdxs] as const)
        : (['sdxs-int8', m.worker_proposal_rate_cpu] as const);
  const onCuda = gpu?.name.startsWith('NVIDIA') && model !== 'sdxs-int8';
  return {
    machine: gpu
      ? m.worker_proposal_gpu({ gpu: gpu.name, memory: wholeGigabytes(gpu.memoryMb) })
      : m.worker_proposal_no_gpu(),
    model,
    title: presetTexts(model).title,
    licence: licenceTexts((PRESETS[model] as (typeof PRESETS)[string]).licence),
    rate: rate(),
    settings: { GENERATOR: 'diffusion', MODEL: model, ...(onCuda && { DEVICE: 'cuda' }) },
  };
}

/** Rounded the way graphics cards are sold: a card of 24,564 MiB has 24 GB. */
const wholeGigabytes = (mb: number): string =>
  formatNumber(Math.round(mb / 1024), { style: 'unit', unit: 'gigabyte' });

/** Formats the settings as a prefix to a shell command. */
export const asCommand = ({ settings }: Pick<Proposal, 'settings'>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
