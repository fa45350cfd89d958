/** The model's four graphs, named after their folders. */
export const GRAPHS = ['text_encoder', 'unet', 'vae_encoder', 'vae_decoder'] as const;
export type GraphName = (typeof GRAPHS)[number];

/** Folder names used by exporters, most common first. */
const FOLDERS: Record<GraphName, readonly string[]> = {
  text_encoder: ['text_encoder'],
  unet: ['unet'],
  vae_encoder: ['vae_encoder', 'vae/encoder', 'taesd_encoder'],
  vae_decoder: ['vae_decoder', 'vae/decoder', 'taesd_decoder'],
};
/** Some repositories keep one folder per runtime. */
const ROOTS = ['', 'onnx/'];
/** Variants of a graph in one folder, by preference: float32 runs everywhere, float16 on GPUs, int8 best on CPUs. */
const KINDS = ['model.onnx', 'model_fp16.onnx', 'model.fp16.onnx', 'model_quantized.onnx', 'model_int8.onnx'];
/** Files next to a graph that aren't its weights, which may have any name. */
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

/** A model's file paths, independent of the exporter's naming. */
export interface Layout {
  graphs: Partial<Record<GraphName, string>>;
  /** source path of each required file, by its path in the usual layout */
  files: Record<string, string>;
  missing: string[];
}

/** @param paths all file paths of a model, with forward slashes */
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
    // A graph refers to its weights by file name.
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
