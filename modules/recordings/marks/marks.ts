import { generatorName } from '../../dreams/contract/generator-name.ts';
import { digitalSourceType } from '../../dreams/contract/source-type.ts';
import type { Dream } from '../../dreams/dreams.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import { type ControlValue, pictureDigest, videoSource } from '../../protocol/controls.ts';
import { findStartImages, type StartImage } from './start-images.ts';

/** Metadata for a recording's files. Never names the owner. */
export interface Marks {
  /** IPTC digital source type, a URL */
  sourceType: string;
  /** site and generator: `Reverie · diffusion · sdxs on webgpu` */
  tool: string;
  /** ISO 8601, UTC */
  createdAt: string;
  title: string;
  /**
   * in order, with the frame and second at which each took effect: first in the dream, and in the video once it is made
   */
  prompts: { text: string; seconds: number; frame: number | null }[];
  /** generator name, version, model and licence, as far as known */
  drawnBy: { name: string; version: string | null; model: string | null; licence: string | null };
  seed: number;
  /** images supplied by the person */
  images: StartImage[];
  /** the person's camera or screen was on, and the frames may be edited pictures of it */
  fromCamera: boolean;
}

/** Read access to a dream's prompts and controls. */
export interface DreamHistoryReads {
  listPrompts(
    dreamId: string,
  ): PromiseLike<{ text: string; shownAt: number | null; frameId: number | null }[]>;
  listControls(dreamId: string): PromiseLike<{ name: string; value: ControlValue; frameId: number | null }[]>;
}

interface MarksDeps {
  repository: DreamHistoryReads;
  storage: Pick<Storage, 'open'>;
  appName: string;
}

export async function marksOf({ repository, storage, appName }: MarksDeps, dream: Dream): Promise<Marks> {
  const [prompts, controls] = await Promise.all([
    repository.listPrompts(dream.id),
    repository.listControls(dream.id),
  ]);
  const startedAt = dream.startedAt ?? dream.requestedAt;
  const digests = imageDigests(controls);
  // A clip has no controls of its own.
  const fromCamera = dream.fromCamera || controls.some(({ value }) => videoSource(value));
  const shown = prompts.flatMap(({ text, shownAt, frameId }) =>
    shownAt === null ? [] : [{ text, seconds: Math.max(0, (shownAt - startedAt) / 1000), frame: frameId }],
  );
  return {
    sourceType: digitalSourceType(dream, { picture: digests.length > 0, camera: fromCamera }),
    tool: [appName, generatorName(dream.generator, dream.generatorVersion)].filter(Boolean).join(' · '),
    createdAt: new Date(startedAt).toISOString(),
    title: dream.name ?? shown[0]?.text ?? '',
    prompts: shown,
    drawnBy: {
      name: dream.generator ?? 'unknown',
      version: dream.generatorVersion,
      model: dream.model,
      licence: dream.licence,
    },
    seed: dream.seed,
    images: await findStartImages(storage, dream.id, digests),
    fromCamera,
  };
}

/** Of several images set before the first frame, only the last one for each control can have been used. */
function imageDigests(controls: Awaited<ReturnType<DreamHistoryReads['listControls']>>): string[] {
  const seen = controls.filter(
    ({ name, frameId }, at) =>
      frameId !== null ||
      !controls.slice(at + 1).some((later) => later.name === name && later.frameId === null),
  );
  return [...new Set(seen.flatMap(({ value }) => pictureDigest(value) ?? []))];
}
