/** Name and version of a generator, as in `diffusion · sdxs on webgpu`. Some repeat their name as the version. */
export const generatorName = (name: string | null, version: string | null, between = ' · '): string =>
  [name, hasOwnVersion(name, version) ? version : null].filter(Boolean).join(between);

export const hasOwnVersion = (name: string | null, version: string | null): boolean =>
  name?.toLowerCase() !== version?.toLowerCase();
