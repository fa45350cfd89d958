import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { createHub, type HubEntry } from './core/hub.ts';
import { GRAPHS, isOnHub, megabytes, planModel, sizeOf } from './core/plan-model.ts';
import { PRESETS } from './core/presets.ts';
import { ModelFault } from './core/session.ts';
import { download } from './download.ts';
import { acceptLicence } from './licence.ts';
import { withTurn } from './turn.ts';

export interface FetchModelOptions {
  /** a preset, a folder, or `owner/name` of the hub */
  model: string;
  dataDir: string;
  /** of the hub */
  base: string;
  isLicenceAccepted: boolean;
  tell: (line: string) => void;
}

/** Beside a fetched model: its files, so that later starts need no hub. */
const RECORD = 'fetched.json';
const record = z.object({ licence: z.string(), files: z.array(z.object({ to: z.string() })) });

const TELL_EVERY_MS = 2_000;

/**
 * Finds the folder of a model; one that is not here yet is fetched into DATA_DIR/models, after its licence was accepted.
 * @throws ModelFault in words for the operator
 */
export async function findModel(options: FetchModelOptions): Promise<string> {
  const given = resolve(options.model);
  if (existsSync(given)) return given;
  const folder = join(options.dataDir, 'models', options.model);
  if (await isFetched(folder)) return folder;
  const isKnown = isOnHub(options.model);
  // put there by hand, or a name that nobody knows: what is missing is told by who reads it
  if (existsSync(folder) && !existsSync(join(folder, RECORD)) && !isKnown) return folder;
  if (!isKnown) {
    throw new ModelFault(
      `There is no model ${options.model}: MODEL is a preset (${Object.keys(PRESETS).join(', ')}), a folder, or owner/name on the model hub. Looked for ${given} and ${folder}.`,
    );
  }
  await mkdir(folder, { recursive: true });
  await withTurn(join(folder, '.turn'), async () => {
    // another worker of this box may have brought it meanwhile
    if (!(await isFetched(folder))) await fetchModel(options, folder);
  });
  return folder;
}

async function isFetched(folder: string): Promise<boolean> {
  const file = join(folder, RECORD);
  if (!existsSync(file)) return GRAPHS.every((graph) => existsSync(join(folder, graph, 'model.onnx')));
  const { files } = record.parse(JSON.parse(await readFile(file, 'utf8')));
  return files.every(({ to }) => existsSync(join(folder, to)));
}

async function fetchModel(options: FetchModelOptions, folder: string): Promise<void> {
  const { model, tell } = options;
  const hub = createHub(options.base);
  const plan = await planModel(hub, model);
  const whole = sizeOf(plan.files);
  await acceptLicence(plan.licence, { model, size: megabytes(whole), isAccepted: options.isLicenceAccepted });
  const missing = plan.files.filter(({ to }) => !existsSync(join(folder, to)));
  await checkRoom(folder, missing);

  for (const [path, content] of Object.entries(plan.written)) await save(join(folder, path), content);
  let before = whole - sizeOf(missing);
  for (const { repo, revision, path, to, ...expected } of missing) {
    let toldAt = 0;
    const progress = (bytes: number) => {
      const now = performance.now();
      if (now - toldAt < TELL_EVERY_MS && bytes < expected.bytes) return;
      toldAt = now;
      const percent = Math.floor((100 * (before + bytes)) / whole);
      tell(`${model}: ${percent} % (${megabytes(before + bytes)} of ${megabytes(whole)}), ${to}`);
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

async function checkRoom(folder: string, files: readonly HubEntry[]): Promise<void> {
  const needed = sizeOf(files);
  const disk = await statfs(folder);
  const free = disk.bavail * disk.bsize;
  // some file systems don't tell
  if (disk.blocks > 0 && free < needed) {
    throw new ModelFault(`The model takes ${megabytes(needed)}, and ${folder} has ${megabytes(free)} left.`);
  }
}

async function save(file: string, content: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, JSON.stringify(content, null, 2));
  await rename(`${file}.part`, file);
}
