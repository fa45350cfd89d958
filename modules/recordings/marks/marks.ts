import type { Storage } from '../../../src/kit/storage/storage.ts';
import type { Dream } from '../../dreams/dreams.ts';
import { generatorName } from '../../dreams/shared/generator-name.ts';
import { digitalSourceType } from '../../dreams/shared/source-type.ts';
import { type ControlValue, pictureDigest } from '../../protocol/controls.ts';
import { findStartPictures, type StartPicture } from './start-pictures.ts';

/** Facts that a recording's files hold about themselves. Never whose it is. */
export interface Marks {
  /** IPTC's digital source type, a URL */
  sourceType: string;
  /** program and model: `Reverie · diffusion · sdxs on webgpu` */
  tool: string;
  /** ISO 8601, UTC */
  createdAt: string;
  title: string;
  /**
   * Each with the frame, and the second, at which it reached the picture, in order: of the dream, and once a video is
   * made of the video
   */
  prompts: { text: string; seconds: number; frame: number | null }[];
  /** who drew: a name, a version, a model and its licence, as far as they are known */
  drawnBy: { name: string; version: string | null; model: string | null; licence: string | null };
  seed: number;
  /** images that its person gave it */
  pictures: StartPicture[];
}

/** Reads of the dream's course. */
export interface CourseReads {
  listPrompts(
    dreamId: string,
  ): PromiseLike<{ text: string; shownAt: number | null; frameId: number | null }[]>;
  listControls(dreamId: string): PromiseLike<{ name: string; value: ControlValue; frameId: number | null }[]>;
}

interface MarksDeps {
  repository: CourseReads;
  storage: Pick<Storage, 'open'>;
  appName: string;
}

/** Collects the marks of an ended dream. */
export async function marksOf({ repository, storage, appName }: MarksDeps, dream: Dream): Promise<Marks> {
  const [prompts, controls] = await Promise.all([
    repository.listPrompts(dream.id),
    repository.listControls(dream.id),
  ]);
  const startedAt = dream.startedAt ?? dream.requestedAt;
  const digests = pictureDigests(controls);
  const shown = prompts.flatMap(({ text, shownAt, frameId }) =>
    shownAt === null ? [] : [{ text, seconds: Math.max(0, (shownAt - startedAt) / 1000), frame: frameId }],
  );
  return {
    sourceType: digitalSourceType(dream, digests.length > 0),
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
    pictures: await findStartPictures(storage, dream.id, digests),
  };
}

/** Of the images that a control was given before the first frame, only the last can be in it. */
function pictureDigests(controls: Awaited<ReturnType<CourseReads['listControls']>>): string[] {
  const seen = controls.filter(
    ({ name, frameId }, at) =>
      frameId !== null ||
      !controls.slice(at + 1).some((later) => later.name === name && later.frameId === null),
  );
  return [...new Set(seen.flatMap(({ value }) => pictureDigest(value) ?? []))];
}
