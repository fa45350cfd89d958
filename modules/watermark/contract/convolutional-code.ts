/**
 * Convolutional code of rate 1/5 and constraint length 7, terminated with six zeros (generators from Larsen, "Short
 * convolutional codes with maximal free distance", 1973), and its soft-decision decoder (Viterbi, 1967).
 */
const GENERATORS = [0o175, 0o131, 0o135, 0o135, 0o147];
const MEMORY = 6;
const STATES = 1 << MEMORY;

export const codeLength = (bits: number): number => (bits + MEMORY) * GENERATORS.length;

/** @param bits 0 or 1 @returns +1 or −1 per code bit */
export function encodeBits(bits: readonly number[]): Int8Array {
  const code = new Int8Array(codeLength(bits.length));
  let register = 0;
  for (let at = 0; at < bits.length + MEMORY; at += 1) {
    register = ((register << 1) | (bits[at] ?? 0)) & (2 * STATES - 1);
    for (const [index, sign] of signsOf(register).entries()) code[at * GENERATORS.length + index] = sign;
  }
  return code;
}

/** Returns the most likely bits for a noisy code. Larger values have a more certain sign. */
export function decodeBits(received: Float32Array, count: number): number[] {
  const steps = count + MEMORY;
  let scores = new Float32Array(STATES).fill(-Infinity);
  scores[0] = 0;
  /** per step and state: the bit shifted out of the register on the best path */
  const dropped = new Uint8Array(steps * STATES);
  for (let at = 0; at < steps; at += 1) {
    const next = new Float32Array(STATES).fill(-Infinity);
    const inputs = at < count ? 2 : 1;
    for (let state = 0; state < STATES; state += 1) {
      const score = scores[state] as number;
      if (score === -Infinity) continue;
      for (let bit = 0; bit < inputs; bit += 1) {
        const register = (state << 1) | bit;
        const reached = register & (STATES - 1);
        const total = score + agreement(received, at, register);
        if (total <= (next[reached] as number)) continue;
        next[reached] = total;
        dropped[at * STATES + reached] = register >> MEMORY;
      }
    }
    scores = next;
  }
  const bits: number[] = [];
  for (let at = steps - 1, state = 0; at >= 0; at -= 1) {
    bits[at] = state & 1;
    state = (state >> 1) | ((dropped[at * STATES + state] as number) << (MEMORY - 1));
  }
  return bits.slice(0, count);
}

function agreement(received: Float32Array, at: number, register: number): number {
  const signs = SIGNS[register] as readonly number[];
  let sum = 0;
  for (let index = 0; index < GENERATORS.length; index += 1)
    sum += (signs[index] as number) * (received[at * GENERATORS.length + index] as number);
  return sum;
}

const parity = (value: number): number => {
  let odd = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) odd ^= 1;
  return odd;
};
const SIGNS = Array.from({ length: 2 * STATES }, (_, register) =>
  GENERATORS.map((generator) => (parity(register & generator) ? -1 : 1)),
);
const signsOf = (register: number): readonly number[] => SIGNS[register] as readonly number[];
