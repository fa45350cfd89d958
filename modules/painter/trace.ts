import type { Meaning } from './lexicon/entry.ts';
import type { SceneSpec } from './spec/scene-spec.ts';
import { shownSpec, thingsIn } from './spec/shown-spec.ts';

/** True if a word's meaning shows in the picture: for a thing the thing itself, otherwise any of its traits. */
export function isInPicture(meaning: Meaning, spec: SceneSpec): boolean {
  const shown = shownSpec(spec);
  const things = thingsIn(shown);
  const named = thingsNamed(meaning);
  if (named.length > 0) {
    if (meaning.usual) return named.some((name) => things.includes(name));
    // "without snow" and "winter" in one prompt: excluded parts of a word's meaning don't count as missing.
    const [thing] = named.filter((name) => !spec.without.includes(name));
    const kin = meaning.excludes?.flatMap(thingsNamed) ?? [];
    return thing === undefined || [thing, ...kin].some((name) => things.includes(name));
  }
  const traits = traitsOf(meaning, shown);
  if (meaning.realm)
    traits.push(meaning.realm === 'sky' ? things.includes('sky') : meaning.realm === shown.realm);
  return traits.length === 0 || traits.includes(true);
}

const thingsNamed = ({ celestial, subject, swarm, backdrop, ground }: Meaning) =>
  [celestial, subject, swarm, backdrop, ground].filter((name) => name !== undefined);

/** A word's other traits: for each, whether it shows. */
function traitsOf(meaning: Meaning, shown: SceneSpec): boolean[] {
  const { time, season, material, rain, clouds } = meaning;
  const seen: [asked: unknown, isSeen: boolean][] = [
    [time, time === shown.time],
    [season, season === shown.season],
    [material, material !== undefined && shown.materials.includes(material)],
    [rain, shown.rain > 0],
    [meaning.snow, shown.snow > 0],
    [meaning.fog, shown.fog > 0 || meaning.fog === 0],
    [rain ? undefined : clouds, shown.clouds > 0 || (clouds ?? 1) < 0.05],
    [meaning.wind, shown.wind > 0],
    [meaning.swirl, shown.swirl > 0],
    [meaning.scale, shown.scale !== 1 || Object.keys(shown.sizes).length > 0],
    [meaning.zoom ?? meaning.distance, shown.zoom !== 1 || meaning.distance !== undefined],
    [meaning.lamps, shown.lamps === true],
    [meaning.shift, shown.shift !== null],
    [meaning.upward, shown.upward],
  ];
  const { colour, warmth, saturation, contrast, brightness, speed, glow } = meaning;
  const always = [colour, warmth, saturation, contrast, brightness, speed, glow].filter(
    (trait) => trait !== undefined,
  );
  return [
    ...seen.filter(([asked]) => asked !== undefined).map(([, isSeen]) => isSeen),
    ...always.map(() => true),
  ];
}
