import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Paths where exporters put model graphs, cheapest first: int8 takes a quarter of the memory and half the time. */
const GRAPHS = ['onnx/', ''].flatMap((folder) =>
  ['model_quantized', 'model_int8', 'model', 'model_fp16'].map((name) => `${folder}${name}.onnx`),
);
const CONFIG = 'config.json';
const PREPROCESSOR = 'preprocessor_config.json';
const NEEDS =
  'An image classifier needs config.json, preprocessor_config.json, and model.onnx or onnx/model.onnx.';

export interface ClassifierFiles {
  folder: string;
  /** path of the graph within the folder */
  graph: string;
  labels: string[];
  /** true if the config says that labels are independent; null if it doesn't say */
  isMultiLabel: boolean | null;
}

/** True for a folder with a graph and both config files. */
export const isClassifier = (folder: string): boolean =>
  [CONFIG, PREPROCESSOR].every((file) => existsSync(join(folder, file))) && graphIn(folder) !== undefined;

const graphIn = (folder: string) => GRAPHS.find((graph) => existsSync(join(folder, graph)));

/**
 * Reads a classifier's config files.
 * @throws Error that names the missing or unsupported file
 */
export async function readClassifierFiles(folder: string): Promise<ClassifierFiles> {
  const config = await readConfig(folder);
  if (!existsSync(join(folder, PREPROCESSOR)))
    throw new Error(`${PREPROCESSOR} is missing; it describes the preprocessing. ${NEEDS}`);
  const graph = graphIn(folder);
  if (!graph) throw new Error(`no model.onnx or onnx/model.onnx was found. ${NEEDS}`);
  const { id2label, problem_type: problem, architectures = [] } = config;
  const [kind = ''] = architectures;
  if (/Detection|Segmentation/.test(kind))
    throw new Error(
      `${CONFIG} names a ${kind}, which locates things in an image but doesn’t classify it. Put it behind SAFETY_URL.`,
    );
  const labels = Object.values(id2label ?? {});
  if (labels.length === 0) throw new Error(`${CONFIG} names no labels; it needs id2label`);
  return { folder, graph, labels, isMultiLabel: problem ? problem.startsWith('multi_label') : null };
}

interface Config {
  id2label?: Record<string, string>;
  problem_type?: string | null;
  architectures?: string[];
}

async function readConfig(folder: string): Promise<Config> {
  const path = join(folder, CONFIG);
  if (!existsSync(path)) {
    const [alone] = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.onnx')) : [];
    const detector = alone
      ? ` A detector, such as NudeNet’s ${alone}, isn’t a classifier: put it behind SAFETY_URL.`
      : '';
    throw new Error(`${CONFIG} is missing. ${NEEDS}${detector}`);
  }
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Config;
  } catch {
    throw new Error(`${CONFIG} isn’t valid JSON`);
  }
}

/** External weight files of a graph, keyed by the names that the graph uses for them. */
export async function readWeights(path: string): Promise<{ path: string; data: Uint8Array }[]> {
  const folder = dirname(path);
  const graph = basename(path);
  const all = readdirSync(folder).filter((name) => /_data(?:_\d+)?$|\.data$|^weights\.bin$/.test(name));
  const own = all.filter((name) => name.startsWith(graph));
  const beside = own.length > 0 ? own : all;
  return Promise.all(beside.map(async (name) => ({ path: name, data: await readFile(join(folder, name)) })));
}
