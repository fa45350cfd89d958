/** Conditions worth knowing before reading a licence; `preset-texts.ts` words them. */
export type LicenceRemark = 'harm' | 'distilled' | 'revenue';

/** A model's licence, as its authors call it. */
export interface Licence {
  name: string;
  /** URL of its text */
  url: string;
  remark?: LicenceRemark | undefined;
}

/** A file on the model hub, and its path in the model's folder. */
export interface HubFile {
  repo: string;
  revision: string;
  path: string;
  to: string;
}

/** A model assembled from public conversions, because no single one contains everything that the loop needs. */
export interface Preset {
  /** has float16 weights, which some browsers' GPUs don't support */
  halves: boolean;
  licence: Licence;
  files: readonly HubFile[];
  /** small files that the conversions lack */
  written: Readonly<Record<string, object>>;
}

const CLIP_TOKENIZER: HubFile = {
  repo: 'Xenova/clip-vit-base-patch16',
  revision: 'main',
  path: 'tokenizer.json',
  to: 'tokenizer/tokenizer.json',
};

/** The tiny autoencoder (MIT), a hundred times less work than the full one. */
const taesd = (part: 'vae_encoder' | 'vae_decoder'): HubFile => ({
  repo: 'deinferno/taesd-onnx',
  revision: 'main',
  path: `${part}/model.onnx`,
  to: `${part}/model.onnx`,
});

const TINY_AUTOENCODER = { 'vae_decoder/config.json': { _class_name: 'AutoencoderTiny', scaling_factor: 1 } };

const from = (repo: string, revision: string, paths: Record<string, string>): HubFile[] =>
  Object.entries(paths).map(([to, path]) => ({ repo, revision, path, to }));

const openRail = (model: string, remark: LicenceRemark): Licence => ({
  name: 'CreativeML Open RAIL++-M',
  url: `https://huggingface.co/IDKiro/${model}`,
  remark,
});

/** Names and paths come from other programs that use these files; not tested here with real weights yet. */
export const PRESETS: Readonly<Record<string, Preset>> = {
  /** float16, for GPUs */
  sdxs: {
    halves: true,
    licence: openRail('sdxs-512-dreamshaper', 'harm'),
    files: [
      ...from('blinkfy/CVClass-SDXS-ONNX', '1fd4b780fb0ead12bbf73f60b90ab2f5d03b53a5', {
        'text_encoder/model.onnx': 'text_encoder/model.fp16.onnx',
        'unet/model.onnx': 'unet/model.fp16.onnx',
        'vae_decoder/model.onnx': 'vae_decoder/model.fp16.onnx',
      }),
      taesd('vae_encoder'),
      CLIP_TOKENIZER,
    ],
    written: { ...TINY_AUTOENCODER, 'tokenizer/tokenizer_config.json': { pad_token: '<|endoftext|>' } },
  },
  /** int8, for CPUs */
  'sdxs-int8': {
    halves: false,
    licence: openRail('sdxs-512-0.9', 'distilled'),
    files: [
      ...from('Fcouprie/sdxs-512-texte-image', 'main', {
        'text_encoder/model.onnx': 'onnx/text_encoder_int8.onnx',
        'unet/model.onnx': 'onnx/unet_int8.onnx',
        'vae_decoder/model.onnx': 'onnx/vae_decoder.onnx',
        'tokenizer/tokenizer.json': 'tokenizer/tokenizer.json',
        'tokenizer/tokenizer_config.json': 'tokenizer/tokenizer_config.json',
      }),
      taesd('vae_encoder'),
    ],
    written: TINY_AUTOENCODER,
  },
  'sd-turbo': {
    halves: true,
    licence: {
      name: 'Stability AI Community License',
      url: 'https://huggingface.co/stabilityai/sd-turbo',
      remark: 'revenue',
    },
    files: [
      ...from('schmuell/sd-turbo-ort-web', 'main', {
        'text_encoder/model.onnx': 'text_encoder/model.onnx',
        'unet/model.onnx': 'unet/model.onnx',
      }),
      taesd('vae_decoder'),
      taesd('vae_encoder'),
      CLIP_TOKENIZER,
    ],
    written: { ...TINY_AUTOENCODER, 'tokenizer/tokenizer_config.json': { pad_token: '!' } },
  },
};
