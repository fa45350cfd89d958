/**
 * The binary BCH code of TrustMark's schema BCH_4 (`python/trustmark/bchecc.py` in adobe/trustmark): over GF(2^7) with
 * polynomial 137; 28 check bits correct up to 4 errors.
 */
const POLYNOMIAL = 137;
/** Number of non-zero field elements, and so the maximum word length. */
const ORDER = 127;
const MOST_ERRORS = 4;

/** Powers of the field's generator, stored twice so that the sum of two logarithms needs no modulo. */
const POWERS = new Uint8Array(2 * ORDER);
const LOGARITHMS = new Uint8Array(ORDER + 1);
for (let at = 0, value = 1; at < ORDER; at += 1) {
  POWERS[at] = value;
  POWERS[at + ORDER] = value;
  LOGARITHMS[value] = at;
  value = value & 64 ? (value << 1) ^ POLYNOMIAL : value << 1;
}
const logarithm = (value: number) => LOGARITHMS[value] as number;
const power = (exponent: number) => POWERS[exponent % ORDER] as number;
const times = (a: number, b: number) => (a && b ? (POWERS[logarithm(a) + logarithm(b)] as number) : 0);
const over = (a: number, b: number) => (a ? (POWERS[logarithm(a) + ORDER - logarithm(b)] as number) : 0);

/** Coefficients of the generator polynomial, highest first. */
const GENERATOR = generator();
export const CHECK_BITS = GENERATOR.length - 1;

/** Its roots are the first odd powers and their conjugates. */
function generator(): number[] {
  const roots = new Set<number>();
  for (let first = 1; first < 2 * MOST_ERRORS; first += 2)
    for (let root = first; !roots.has(root); root = (2 * root) % ORDER) roots.add(root);
  let product = [1];
  for (const root of roots) {
    const shifted = [...product, 0];
    product = shifted.map((value, at) => value ^ times(product[at - 1] ?? 0, power(root)));
  }
  return product;
}

/** Check bits of a message: the remainder after division by the generator. */
export function checkBitsOf(data: readonly number[]): number[] {
  const rest = new Array<number>(CHECK_BITS).fill(0);
  for (const bit of data) {
    const isOdd = bit ^ (rest.shift() as number);
    rest.push(0);
    if (isOdd) for (let at = 0; at < CHECK_BITS; at += 1) (rest[at] as number) ^= GENERATOR[at + 1] as number;
  }
  return rest;
}

/** @returns positions of the errors in a word, check bits included; null if there are too many */
export function findErrors(word: readonly number[]): number[] | null {
  const syndromes = Array.from({ length: 2 * MOST_ERRORS }, (_, at) =>
    word.reduce((sum, bit, place) => (bit ? sum ^ power((at + 1) * (word.length - 1 - place)) : sum), 0),
  );
  if (syndromes.every((value) => value === 0)) return [];
  const { locator, errors } = locatorOf(syndromes);
  if (errors > MOST_ERRORS) return null;
  const found = [...word.keys()].filter((place) => {
    const inverse = ORDER - (word.length - 1 - place);
    return locator.reduce((sum, value, degree) => sum ^ times(value, power(degree * inverse)), 0) === 0;
  });
  return found.length === errors ? found : null;
}

/** Berlekamp–Massey: the shortest polynomial that produces the syndromes, lowest coefficient first. */
function locatorOf(syndromes: readonly number[]): { locator: number[]; errors: number } {
  let [locator, before] = [[1], [1]];
  let [errors, shift, last] = [0, 1, 1];
  for (const at of syndromes.keys()) {
    const off = locator.reduce((sum, value, degree) => sum ^ times(value, syndromes[at - degree] ?? 0), 0);
    if (off === 0) {
      shift += 1;
      continue;
    }
    const kept = locator;
    const factor = over(off, last);
    const length = Math.max(locator.length, before.length + shift);
    locator = Array.from(
      { length },
      (_, degree) => (kept[degree] ?? 0) ^ times(factor, before[degree - shift] ?? 0),
    );
    if (2 * errors > at) {
      shift += 1;
      continue;
    }
    errors = at + 1 - errors;
    [before, last, shift] = [kept, off, 1];
  }
  return { locator, errors };
}
