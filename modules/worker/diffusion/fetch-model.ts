import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { megabytes } from '../../../src/kit/shared/bytes.ts';
import { withTurn } from '../../../src/kit/storage/file-lock.ts';
import type { ReportProgress } from '../opening.ts';
import { ModelFault } from '../shared/faults.ts';
import { download } from '../shared/model-files/download.ts';
import { createHub, type HubEntry } from '../shared/model-files/hub.ts';
import { sizeOf } from '../shared/model-files/planned-file.ts';
import { PRESETS } from '../shared/presets.ts';
import { isOnHub, type ModelPlan, planModel } from './core/plan-model.ts';
import { acceptLicence } from './licence.ts';
import { isModelFolder, readModelFolder } from './model-folder.ts';

/** Settings of a model. */
export interface ModelConfig {
  /** a preset, a folder, or `owner/name` of the hub */
  MODEL: string;
  /** of the hub */
  MODEL_BASE: string;
  MODEL_LICENCE?: 'accepted' | undefined;
  DATA_DIR: string;
}

/** Beside a fetched model: its files, so that later starts need no hub. */
const RECORD = 'fetched.json';
const record = z.object({ licence: z.string(), files: z.array(z.object({ to: z.string() })) });

/** Advice for a box that can't reach the hub. */
export const OFFLINE = 'On a box without internet, set MODEL to a folder that holds the model.';

const REPORT_INTERVAL_MS = 2_000;

/**
 * Finds the folder of a model; one that is not here yet is fetched into DATA_DIR/models, after its licence was
 * accepted.
 * @throws ModelFault in words for the operator
 */
export async function findModel(config: ModelConfig, report: ReportProgress): Promise<string> {
  const { folder, isHere } = await locate(config);
  if (isHere) return folder;
  await mkdir(folder, { recursive: true });
  await withTurn(join(folder, '.turn.sqlite'), async () => {
    // another worker of this box may have brought it meanwhile
    if (!(await isFetched(folder))) await fetchModel(config, folder, report);
  });
  return folder;
}

/**
 * Checks a model as far as possible before anything is fetched or loaded: that it is one, has all files, and
 * comes under an accepted licence. Asks for consent to the licence where a person sits at the terminal, and
 * keeps the answer for `findModel`.
 * @throws ModelFault in words for the operator
 */
export async function checkModel(config: ModelConfig): Promise<void> {
  const { folder, isHere } = await locate(config);
  if (isHere) return void (await readModelFolder(config.MODEL, folder));
  // Once it is accepted the rest is left to the worker: a server must start while the hub is away.
  if (config.MODEL_LICENCE === 'accepted') return;
  await agree(config, folder, await planModel(createHub(config.MODEL_BASE, OFFLINE), config.MODEL));
}

/** True when all of it is on this machine. */
export const isModelHere = async (config: ModelConfig): Promise<boolean> => (await locate(config)).isHere;

async function locate({ MODEL, DATA_DIR }: ModelConfig): Promise<{ folder: string; isHere: boolean }> {
  const given = resolve(MODEL);
  if (existsSync(given)) return { folder: given, isHere: true };
  const folder = join(DATA_DIR, 'models', MODEL);
  if (await isFetched(folder)) return { folder, isHere: true };
  if (isOnHub(MODEL)) return { folder, isHere: false };
  // put there by hand: the code that reads it reports what is missing
  if (existsSync(folder)) return { folder, isHere: true };
  throw new ModelFault(
    `There is no model ${MODEL}: MODEL is a preset (${Object.keys(PRESETS).join(', ')}), a folder, or owner/name on the model hub. Looked for ${given} and ${folder}.`,
  );
}

async function isFetched(folder: string): Promise<boolean> {
  const file = join(folder, RECORD);
  if (!existsSync(file)) return isModelFolder(folder);
  const { files } = record.parse(JSON.parse(await readFile(file, 'utf8')));
  return files.every(({ to }) => existsSync(join(folder, to)));
}

async function fetchModel(config: ModelConfig, folder: string, report: ReportProgress): Promise<void> {
  const model = config.MODEL;
  const hub = createHub(config.MODEL_BASE, OFFLINE);
  const plan = await planModel(hub, model);
  await agree(config, folder, plan);
  const whole = sizeOf(plan.files);
  const missing = plan.files.filter(({ to }) => !existsSync(join(folder, to)));
  await checkRoom(folder, missing);

  for (const [path, content] of Object.entries(plan.written)) await save(join(folder, path), content);
  let before = whole - sizeOf(missing);
  for (const { repo, revision, path, to, ...expected } of missing) {
    let reportedAt = 0;
    const progress = (bytes: number) => {
      const now = performance.now();
      if (now - reportedAt < REPORT_INTERVAL_MS && bytes < expected.bytes) return;
      reportedAt = now;
      const share = (before + bytes) / whole;
      const words = `${Math.floor(100 * share)} % (${megabytes(before + bytes)} of ${megabytes(whole)})`;
      report(`Downloading the model ${model}: ${words}`, share, { file: to });
    };
    await download({
      url: hub.url(repo, revision, path),
      file: join(folder, to),
      expected,
      onBytes: progress,
    });
    before += expected.bytes;
  }
  await save(join(folder, RECORD), { licence: plan.licence.name, files: plan.files });
}

const agree = ({ MODEL, MODEL_LICENCE }: ModelConfig, folder: string, { licence, files }: ModelPlan) =>
  acceptLicence(licence, {
    model: MODEL,
    size: megabytes(sizeOf(files)),
    folder,
    isAccepted: MODEL_LICENCE === 'accepted',
  });

async function checkRoom(folder: string, files: readonly HubEntry[]): Promise<void> {
  const needed = sizeOf(files);
  const disk = await statfs(folder);
  const free = disk.bavail * disk.bsize;
  // some file systems report no sizes
  if (disk.blocks > 0 && free < needed) {
    throw new ModelFault(`The model takes ${megabytes(needed)}, and ${folder} has ${megabytes(free)} left.`);
  }
}

async function save(file: string, content: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, JSON.stringify(content, null, 2));
  await rename(`${file}.part`, file);
}
