/** A generator and its version in words: `diffusion · sdxs on webgpu`. Some have their name for a version. */
export const generatorName = (name: string | null, version: string | null, between = ' · '): string =>
  [name, hasOwnVersion(name, version) ? version : null].filter(Boolean).join(between);

export const hasOwnVersion = (name: string | null, version: string | null): boolean =>
  name?.toLowerCase() !== version?.toLowerCase();
