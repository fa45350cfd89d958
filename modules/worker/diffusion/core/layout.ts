/** The four graphs of a model, by the folders that they are kept in here. */
export const GRAPHS = ['text_encoder', 'unet', 'vae_encoder', 'vae_decoder'] as const;
export type GraphName = (typeof GRAPHS)[number];

/** The files that a model takes, in words for a person who lacks some of them. */
export const LAYOUT =
  'It takes the diffusers ONNX layout, as Optimum’s exporter writes it: tokenizer/tokenizer.json, or vocab.json and merges.txt, and text_encoder, unet, vae_encoder and vae_decoder with a graph each.';

/** Folders that exports have for a graph, the usual one first. */
const FOLDERS: Record<GraphName, readonly string[]> = {
  text_encoder: ['text_encoder'],
  unet: ['unet'],
  vae_encoder: ['vae_encoder', 'vae/encoder', 'taesd_encoder'],
  vae_decoder: ['vae_decoder', 'vae/decoder', 'taesd_decoder'],
};
/** Some keep the graphs of all runtimes apart. */
const ROOTS = ['', 'onnx/'];
/**
 * Graphs of one folder that differ in their numbers: floats are read by every device, halves by GPUs, bytes best by
 * processors.
 */
const KINDS = ['model.onnx', 'model_fp16.onnx', 'model.fp16.onnx', 'model_quantized.onnx', 'model_int8.onnx'];
/** Files beside a graph that are no part of it; weights have names of all kinds. */
const NO_WEIGHTS = /\.(onnx|json|txt|md|xml|safetensors|msgpack|ckpt|pth)$|\/\.[^/]*$/;
const SMALL = [
  'tokenizer/tokenizer.json',
  'tokenizer/vocab.json',
  'tokenizer/merges.txt',
  'tokenizer/tokenizer_config.json',
  'scheduler/scheduler_config.json',
  'vae_decoder/config.json',
  'look.json',
];

/** Paths of a model's files, whatever its exporter called them. */
export interface Layout {
  /** path of each graph */
  graphs: Partial<Record<GraphName, string>>;
  /** each file that is needed, by its path in the usual layout */
  files: Record<string, string>;
  /** what is not there */
  missing: string[];
}

/** @param paths of all files of a model, with slashes */
export function findLayout(paths: readonly string[]): Layout {
  const known = new Set(paths);
  const graphs: Layout['graphs'] = {};
  const files: Record<string, string> = {};
  for (const graph of GRAPHS) {
    const found = findGraph(graph, paths);
    if (!found) continue;
    const { folder, path } = found;
    graphs[graph] = path;
    files[`${graph}/model.onnx`] = path;
    // A graph knows its weights by their names.
    for (const one of paths)
      if (one.startsWith(folder) && !NO_WEIGHTS.test(one))
        files[`${graph}/${one.slice(folder.length)}`] = one;
    if (known.has(`${folder}config.json`)) files[`${graph}/config.json`] = `${folder}config.json`;
  }
  for (const path of SMALL) {
    const name = path.startsWith('tokenizer/') ? [path, path.slice('tokenizer/'.length)] : [path];
    const source = ROOTS.flatMap((root) => name.map((one) => root + one)).find((one) => known.has(one));
    if (source) files[path] ??= source;
  }
  const hasWords = 'tokenizer/vocab.json' in files && 'tokenizer/merges.txt' in files;
  const missing = [
    ...(hasWords || 'tokenizer/tokenizer.json' in files ? [] : ['tokenizer/tokenizer.json']),
    ...GRAPHS.filter((graph) => !graphs[graph]).map((graph) => `${graph}/model.onnx`),
  ];
  return { graphs, files, missing };
}

function findGraph(graph: GraphName, paths: readonly string[]): { folder: string; path: string } | null {
  for (const root of ROOTS) {
    for (const folder of FOLDERS[graph].map((name) => `${root}${name}/`)) {
      const here = paths.filter(
        (path) => path.startsWith(folder) && /^[^/]+\.onnx$/.test(path.slice(folder.length)),
      );
      const path = KINDS.map((kind) => folder + kind).find((one) => here.includes(one)) ?? here[0];
      if (path) return { folder, path };
    }
  }
  return null;
}
