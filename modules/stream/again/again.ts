import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import { AppError } from '../../kit/errors.ts';
import type { Images } from '../../kit/images/images.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import { m } from '../../kit/texts/m.ts';
import { pictureDigest, pictureName } from '../../protocol/controls.ts';
import { pictureKey } from '../../recordings/contract/picture-key.ts';
import type { Safety } from '../../safety/safety.ts';
import type { Plan } from '../../scores/contract/plan.ts';
import type { Score } from '../../scores/contract/score.ts';
import { frameAt, pastOf, stateAt } from '../../scores/scores.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import { type AdmissionDeps, admit } from '../admission/admission.ts';
import { drawImage } from '../images/keep-image.ts';
import { readFile } from '../images/read-file.ts';
import type { LoadedPlan } from '../score/room-score.ts';
import { type RepeatableDeps, readRepeatable, readTimeline } from './repeatable.ts';

/** Second of a branch at which its new prompt follows, once its first frame has been shown. */
const BRANCH_AT = 0.5;
/** Estimates of a frame's number miss by less. */
const FRAME_TOLERANCE = 90;

export interface AgainDeps extends AdmissionDeps, Pick<RepeatableDeps, 'isClosed'> {
  repository: DreamRepository;
  storage: Storage;
  images: Images;
  safety: Pick<Safety, 'imageFault'>;
}

export interface AgainCall {
  sessionId: string;
  /** continues from this second; otherwise the dream is repeated from its start */
  from?: number | undefined;
  /** its frame at that second, for generators that start from an image */
  image?: Uint8Array | undefined;
  /** the generator's number of that frame, if the caller knows it */
  frame?: number | undefined;
  /** the new prompt from there on; default: its own */
  prompt?: string | undefined;
  /** its edited timeline */
  score?: Score | undefined;
}

/**
 * Admits a dream that repeats or continues another one. It counts like any other.
 * @throws AppError 404 if the person may not repeat that dream, 409 if they have a live one, and as admission does
 */
export async function dreamAgain(deps: AgainDeps, person: SessionUser, call: AgainCall): Promise<Dream> {
  const { parent, from } = await originOf(deps, person, call);
  if (await deps.repository.findActive(person.id)) throw alreadyLive();
  const { plan, pictures } =
    from === undefined
      ? await repetitionOf(deps, parent, call.score)
      : await continuationOf(deps, parent, {
          ...{ frame: call.frame, image: call.image, prompt: call.prompt },
          ...{ personId: person.id, second: from },
        });
  const admission = await admit(deps, person, {
    seed: parent.seed,
    parentId: parent.id,
    parentSeconds: from ?? null,
    plan,
  });
  if (admission.kind === 'active') throw alreadyLive();
  const { dream } = admission;
  await copyPictures(deps.storage, { from: parent.id, to: dream.id }, pictures);
  return dream;
}

/** A clip continues as a part of the dream that it was cut from, whose frames a generator may be able to repeat. */
async function originOf(deps: AgainDeps, person: SessionUser, { sessionId, from }: AgainCall) {
  const parent = await readRepeatable(deps, person.id, sessionId);
  const { isClip, parentId, parentSeconds } = parent;
  if (!isClip || parentId === null || from === undefined) return { parent, from };
  const origin = await readRepeatable(deps, person.id, parentId).catch(() => null);
  return origin ? { parent: origin, from: (parentSeconds ?? 0) + from } : { parent, from };
}

interface Planned {
  plan: Plan;
  /** digests of the images that it needs, with the bytes of those that the parent doesn't have */
  pictures: Map<string, Buffer | null>;
}

async function repetitionOf(deps: AgainDeps, parent: Dream, edited?: Score): Promise<Planned> {
  const timeline = await readTimeline(deps, parent);
  const before = parent.planned ? await deps.repository.findPlan(parent.id) : null;
  const pictures = { ...before?.pictures, ...timeline.pictures };
  return {
    plan: {
      score: edited ?? timeline.score,
      plays: true,
      generator: generatorOf(parent),
      ...(before?.past && { past: before.past }),
      ...(before?.startPicture && { startPicture: before.startPicture }),
      ...(Object.keys(pictures).length > 0 && { pictures }),
    },
    pictures: digestsIn([...Object.values(pictures), before?.startPicture]),
  };
}

async function continuationOf(
  deps: AgainDeps,
  parent: Dream,
  call: Pick<AgainCall, 'frame' | 'image' | 'prompt'> & { personId: string; second: number },
): Promise<Planned> {
  const { personId, second, image } = call;
  const timeline = await readTimeline(deps, parent);
  const before = parent.planned ? await deps.repository.findPlan(parent.id) : null;
  const { prompt, controls } = stateAt(timeline, second);
  const branch = call.prompt === undefined ? [] : [{ id: 's2', at: BRANCH_AT, prompt: call.prompt }];
  const goesOn = prompt === null ? [] : [{ id: 's1', at: 0, prompt }];
  const planOf = (shots: Score['shots']): Plan => ({
    score: { version: 1, ...(Object.keys(controls).length > 0 && { controls }), shots },
    plays: true,
    generator: generatorOf(parent),
  });
  if (parent.isExact) {
    const past = pastOf(timeline, frameNear(frameAt(parent, timeline, second), call.frame), before?.past);
    // The first shot only names what the past already shows.
    return { plan: { ...planOf([...goesOn, ...branch]), past }, pictures: new Map() };
  }
  const plan = planOf(branch.length > 0 ? branch.map((shot) => ({ ...shot, at: 0 })) : goesOn);
  if (!image) return { plan, pictures: new Map() };
  const { jpeg, digest } = await drawImage(deps, { dreamId: parent.id, userId: personId, source: image });
  return { plan: { ...plan, startPicture: pictureName(digest) }, pictures: new Map([[digest, jpeg]]) };
}

/** A caller's frame counts only close to where it must be: generators draw all frames before it. */
const frameNear = (estimate: number, given = estimate): number =>
  Math.max(1, Math.min(estimate + FRAME_TOLERANCE, Math.max(estimate - FRAME_TOLERANCE, given)));

function digestsIn(values: readonly (string | undefined)[]): Planned['pictures'] {
  const digests = values.flatMap((value) => pictureDigest(value ?? '') ?? []);
  return new Map(digests.map((digest) => [digest, null]));
}

/** An image that is missing only means that the dream starts without it. */
async function copyPictures(
  storage: Storage,
  { from, to }: { from: string; to: string },
  pictures: Planned['pictures'],
): Promise<void> {
  for (const [digest, made] of pictures) {
    const bytes = made ?? (await readFile(storage, pictureKey(from, digest)));
    if (bytes) await storage.put(pictureKey(to, digest), bytes, 'image/jpeg');
  }
}

/** A planned dream's plan with its images. */
export async function loadPlan(
  { repository, storage }: Pick<AgainDeps, 'repository' | 'storage'>,
  dreamId: string,
): Promise<LoadedPlan | null> {
  const plan = await repository.findPlan(dreamId);
  if (!plan) return null;
  const images = new Map<string, string>();
  for (const name of [...Object.values(plan.pictures ?? {}), plan.startPicture ?? '']) {
    const digest = pictureDigest(name);
    const jpeg = digest && (await readFile(storage, pictureKey(dreamId, digest)));
    if (jpeg) images.set(name, `data:image/jpeg;base64,${jpeg.toString('base64')}`);
  }
  return { plan, images };
}

const generatorOf = ({ generator, generatorVersion }: Dream) =>
  generator === null ? null : `${generator} ${generatorVersion}`;

const alreadyLive = () => new AppError(409, 'active', m.stream_again_active());
