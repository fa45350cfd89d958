/**
 * The nodes of the included workflows, as a real ComfyUI 0.29.0 lists them in `/object_info`: the type of each input (a
 * question mark: may be missing; a list: the choices that we use of those it has), and of each output.
 */
export const COMFYUI_NODES: Record<string, { takes: Record<string, string | string[]>; gives: string[] }> = {
  CLIPLoader: { takes: { clip_name: 'FILE', type: ['flux2'], 'device?': ['default'] }, gives: ['CLIP'] },
  CLIPTextEncode: { takes: { text: 'STRING', clip: 'CLIP' }, gives: ['CONDITIONING'] },
  CheckpointLoaderSimple: { takes: { ckpt_name: 'FILE' }, gives: ['MODEL', 'CLIP', 'VAE'] },
  ConditioningZeroOut: { takes: { conditioning: 'CONDITIONING' }, gives: ['CONDITIONING'] },
  ImageScale: {
    takes: { image: 'IMAGE', upscale_method: ['bilinear'], width: 'INT', height: 'INT', crop: ['center'] },
    gives: ['IMAGE'],
  },
  KSampler: {
    takes: {
      model: 'MODEL',
      seed: 'INT',
      steps: 'INT',
      cfg: 'FLOAT',
      sampler_name: ['euler'],
      scheduler: ['simple'],
      positive: 'CONDITIONING',
      negative: 'CONDITIONING',
      latent_image: 'LATENT',
      denoise: 'FLOAT',
    },
    gives: ['LATENT'],
  },
  KSamplerSelect: { takes: { sampler_name: ['euler'] }, gives: ['SAMPLER'] },
  LoadImage: { takes: { image: 'FILE' }, gives: ['IMAGE', 'MASK'] },
  LoraLoader: {
    takes: {
      model: 'MODEL',
      clip: 'CLIP',
      lora_name: 'FILE',
      strength_model: 'FLOAT',
      strength_clip: 'FLOAT',
    },
    gives: ['MODEL', 'CLIP'],
  },
  LoraLoaderModelOnly: {
    takes: { model: 'MODEL', lora_name: 'FILE', strength_model: 'FLOAT' },
    gives: ['MODEL'],
  },
  SDTurboScheduler: { takes: { model: 'MODEL', steps: 'INT', denoise: 'FLOAT' }, gives: ['SIGMAS'] },
  SamplerCustom: {
    takes: {
      model: 'MODEL',
      add_noise: 'BOOLEAN',
      noise_seed: 'INT',
      cfg: 'FLOAT',
      positive: 'CONDITIONING',
      negative: 'CONDITIONING',
      sampler: 'SAMPLER',
      sigmas: 'SIGMAS',
      latent_image: 'LATENT',
    },
    gives: ['LATENT', 'LATENT'],
  },
  SaveImageWebsocket: { takes: { images: 'IMAGE' }, gives: [] },
  UNETLoader: { takes: { unet_name: 'FILE', weight_dtype: ['default'] }, gives: ['MODEL'] },
  VAEDecode: { takes: { samples: 'LATENT', vae: 'VAE' }, gives: ['IMAGE'] },
  VAEEncode: { takes: { pixels: 'IMAGE', vae: 'VAE' }, gives: ['LATENT'] },
  VAELoader: { takes: { vae_name: 'FILE' }, gives: ['VAE'] },
};
