import type { SessionUser } from '../../auth/contract/schemas.ts';
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
import { type AdmissionDeps, admit } from '../admission/admission.ts';
import { drawImage } from '../images/keep-image.ts';
import type { LoadedPlan } from '../score/room-score.ts';
import { type RepeatableDeps, readRepeatable, readTimeline } from './repeatable.ts';

export interface AgainDeps extends AdmissionDeps, Pick<RepeatableDeps, 'isClosed'> {
  repository: DreamRepository;
  storage: Storage;
  images: Images;
  safety: Pick<Safety, 'imageFault'>;
}

interface AgainCall {
  sessionId: string;
  /** goes on from this second; otherwise the dream is repeated from its start */
  from?: number | undefined;
  /** its frame at that second, for generators that start from an image */
  image?: Uint8Array | undefined;
  /** its edited timeline */
  score?: Score | undefined;
}

/**
 * Admits a dream that repeats or continues another one. It counts like any other.
 * @throws AppError 404 if the person may not repeat that dream, 409 if they have a live one, and as admission does
 */
export async function dreamAgain(deps: AgainDeps, person: SessionUser, call: AgainCall): Promise<Dream> {
  const parent = await readRepeatable(deps, person.id, call.sessionId);
  if (await deps.repository.findActive(person.id)) throw alreadyLive();
  const { plan, pictures } =
    call.from === undefined
      ? await repetitionOf(deps, parent, call.score)
      : await continuationOf(deps, parent, { personId: person.id, second: call.from, image: call.image });
  const admission = await admit(deps, person, {
    seed: parent.seed,
    parentId: parent.id,
    parentSeconds: call.from ?? null,
    plan,
  });
  if (admission.kind === 'active') throw alreadyLive();
  const { dream } = admission;
  await copyPictures(deps.storage, { from: parent.id, to: dream.id }, pictures);
  return dream;
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
  { personId, second, image }: { personId: string; second: number; image: Uint8Array | undefined },
): Promise<Planned> {
  const timeline = await readTimeline(deps, parent);
  const before = parent.planned ? await deps.repository.findPlan(parent.id) : null;
  const { prompt, controls } = stateAt(timeline, second);
  const shots = prompt === null ? [] : [{ id: 's1', at: 0, prompt }];
  const plan: Plan = {
    score: { version: 1, ...(Object.keys(controls).length > 0 && { controls }), shots },
    plays: true,
    generator: generatorOf(parent),
  };
  if (parent.isExact)
    return {
      plan: { ...plan, past: pastOf(timeline, frameAt(parent, timeline, second), before?.past) },
      pictures: new Map(),
    };
  if (!image) return { plan, pictures: new Map() };
  const { jpeg, digest } = await drawImage(deps, { dreamId: parent.id, userId: personId, source: image });
  return { plan: { ...plan, startPicture: pictureName(digest) }, pictures: new Map([[digest, jpeg]]) };
}

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

async function readFile(storage: Storage, key: string): Promise<Buffer | null> {
  const file = await storage.open(key);
  return file && Buffer.from(await new Response(file.stream).arrayBuffer());
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
