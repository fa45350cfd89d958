import { hex, mix, type Rgb, scale } from '../../colour.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import type { SceneSpec, Thing } from '../../spec/scene-spec.ts';

/** A building's material: its colours, and whether it is translucent. */
export interface Fabric {
  light: Rgb;
  dark: Rgb;
  roof: Rgb;
  clear: boolean;
}

/** Picks the material that the prompt gives a thing. */
export function fabricOf(spec: SceneSpec, palette: Palette, thing: Thing): Fabric {
  const asked = spec.colours[thing];
  const has = (name: SceneSpec['materials'][number]) => spec.materials.includes(name);
  const clear = has('crystal') || has('ice');
  let base = hex('#b3a594');
  let roof = hex('#4a5a86');
  if (clear) base = hex(has('ice') ? '#bfe8ff' : '#d5c8ff');
  else if (has('gold')) [base, roof] = [hex('#e2b04a'), hex('#b5762a')];
  else if (has('silver') || has('metal')) [base, roof] = [hex('#aeb8c6'), hex('#6a7890')];
  else if (has('wood')) [base, roof] = [hex('#8a6242'), hex('#5a3a2c')];
  else if (has('stone')) [base, roof] = [hex('#a9a9ad'), hex('#6d7078')];
  else if (has('paper')) [base, roof] = [hex('#f0e7d3'), hex('#d6c4a0')];
  else if (has('neon')) [base, roof] = [hex('#3a3460'), palette.accents[0] as Rgb];
  if (asked) [base, roof] = [mix(hex(asked), [255, 255, 255], clear ? 0.3 : 0.08), scale(hex(asked), 0.6)];
  if (clear) {
    const glow = mix(base, palette.light, 0.35);
    return {
      light: mix(glow, [255, 255, 255], 0.35),
      dark: mix(base, palette.upper, 0.6),
      roof: asked ? scale(hex(asked), 0.85) : mix([112, 150, 240], palette.halo, 0.22),
      clear,
    };
  }
  return {
    light: lit(base, palette, 1.15),
    dark: shaded(base, palette),
    roof: mix(lit(roof, palette), shaded(roof, palette), 0.3),
    clear,
  };
}
