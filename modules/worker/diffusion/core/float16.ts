const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** IEEE 754 half precision, rounding to nearest even. */
export function toHalf(values: ArrayLike<number>): Uint16Array {
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) halves[i] = half(values[i] ?? 0);
  return halves;
}

export function fromHalf(halves: Uint16Array): Float32Array {
  const values = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) values[i] = TABLE[halves[i] ?? 0] ?? 0;
  return values;
}

function half(value: number): number {
  float[0] = value;
  const from = bits[0] ?? 0;
  const sign = (from >>> 16) & 0x8000;
  const magnitude = from & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  // 65,520 and above would round to 65,536, which overflows a half
  if (magnitude >= 0x477ff000) return sign | 0x7c00;
  // subnormal, below 2⁻¹⁴: the step is 2⁻²⁴
  if (magnitude < 0x38800000) return sign | roundEven(Math.abs(value) * 2 ** 24);
  // a carry into the exponent is correct here
  const rounded = magnitude - 0x38000000 + 0xfff + ((magnitude >>> 13) & 1);
  return sign | (rounded >>> 13);
}

function roundEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
}

/** Every possible half: a lookup is several times faster than computing. */
const TABLE = Float32Array.from({ length: 65_536 }, (_, half) => {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
});
