import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { withTurn } from '../../kit/storage/file-lock.ts';
import { formatBytes, formatList, formatNumber } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';
import { faultText } from '../contract/fault-texts.ts';
import { ModelFault } from '../contract/faults.ts';
import { download } from '../contract/model-files/download.ts';
import { FileFault } from '../contract/model-files/file-fault.ts';
import { createHub, type HubEntry, sizeOf } from '../contract/model-files/hub.ts';
import { PRESETS } from '../contract/presets.ts';
import type { ReportProgress } from '../opening.ts';
import { isOnHub, type ModelPlan, planModel } from './core/plan-model.ts';
import { acceptLicence } from './licence.ts';
import { isModelFolder, readModelFolder } from './model-folder.ts';

export interface ModelConfig {
  /** a preset, a folder, or a hub repository as `owner/name` */
  MODEL: string;
  /** the hub's URL */
  MODEL_BASE: string;
  MODEL_LICENCE?: 'accepted' | undefined;
  DATA_DIR: string;
}

/** Lists a downloaded model's files, so that later starts don't need the hub. */
const RECORD = 'fetched.json';
const record = z.object({ licence: z.string(), files: z.array(z.object({ to: z.string() })) });

const REPORT_INTERVAL_MS = 2_000;

/**
 * Finds a model's folder. Downloads a missing model into DATA_DIR/models once its licence is accepted.
 * @throws ModelFault with a message for the operator
 */
export async function findModel(config: ModelConfig, report: ReportProgress): Promise<string> {
  const { folder, isHere } = await locate(config);
  if (isHere) return folder;
  await mkdir(folder, { recursive: true });
  await withTurn(join(folder, '.turn.sqlite'), async () => {
    // another worker on this box may have downloaded it meanwhile
    if (!(await isFetched(folder))) await fetchModel(config, folder, report);
  });
  return folder;
}

/**
 * Checks as much as possible before downloading or loading anything: that the model exists, is complete, and has an
 * accepted licence. At a terminal, prompts for consent to the licence and keeps the answer for `findModel`.
 * @throws ModelFault with a message for the operator
 */
export async function checkModel(config: ModelConfig): Promise<void> {
  const { folder, isHere } = await locate(config);
  if (isHere) return void (await readModelFolder(config.MODEL, folder));
  // The rest can wait for the worker: a server must start even while the hub is down.
  if (config.MODEL_LICENCE === 'accepted') return;
  await agree(config, folder, await planModel(createHub(config.MODEL_BASE), config.MODEL).catch(inWords));
}

/** True if the complete model is on this machine. */
export const isModelHere = async (config: ModelConfig): Promise<boolean> => (await locate(config)).isHere;

async function locate({ MODEL, DATA_DIR }: ModelConfig): Promise<{ folder: string; isHere: boolean }> {
  const given = resolve(MODEL);
  if (existsSync(given)) return { folder: given, isHere: true };
  const folder = join(DATA_DIR, 'models', MODEL);
  if (await isFetched(folder)) return { folder, isHere: true };
  if (isOnHub(MODEL)) return { folder, isHere: false };
  // a folder provided by the operator: its reader reports what is missing
  if (existsSync(folder)) return { folder, isHere: true };
  throw new ModelFault(
    m.worker_model_unknown({
      model: MODEL,
      presets: formatList(Object.keys(PRESETS), 'unit'),
      path: given,
      folder,
    }),
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
  const hub = createHub(config.MODEL_BASE);
  const plan = await planModel(hub, model).catch(inWords);
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
      const text = m.worker_download_progress({
        model,
        percent: formatNumber(Math.floor(100 * share) / 100, { style: 'percent' }),
        done: formatBytes(before + bytes),
        size: formatBytes(whole),
      });
      report(text, share, { file: to });
    };
    await download({
      url: hub.url(repo, revision, path),
      file: join(folder, to),
      expected,
      onBytes: progress,
    }).catch(inWords);
    before += expected.bytes;
  }
  await save(join(folder, RECORD), { licence: plan.licence.name, files: plan.files });
}

const agree = ({ MODEL, MODEL_LICENCE }: ModelConfig, folder: string, { licence, files }: ModelPlan) =>
  acceptLicence(licence, {
    model: MODEL,
    bytes: sizeOf(files),
    folder,
    isAccepted: MODEL_LICENCE === 'accepted',
  });

async function checkRoom(folder: string, files: readonly HubEntry[]): Promise<void> {
  const needed = sizeOf(files);
  const disk = await statfs(folder);
  const free = disk.bavail * disk.bsize;
  // some file systems report zero blocks
  if (disk.blocks > 0 && free < needed) {
    throw new ModelFault(
      m.worker_download_no_space({ needed: formatBytes(needed), folder, free: formatBytes(free) }),
    );
  }
}

async function save(file: string, content: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, JSON.stringify(content, null, 2));
  await rename(`${file}.part`, file);
}

/** Rethrows a fault of the model's files in words for the operator, with advice for machines that can't reach the hub. */
export function inWords(error: unknown): never {
  if (!(error instanceof ModelFault)) throw error;
  const isAway = error instanceof FileFault && error.kind === 'unreachable';
  throw new ModelFault(isAway ? m.worker_file_offline({ problem: faultText(error) }) : faultText(error));
}
