import { setImmediate } from 'node:timers/promises';

/** Items of a list that are written before whatever else waits gets its turn: some tenths of a millisecond. */
const A_TURN = 100;

/**
 * An object as JSON, its lists in pieces: one of thousands of rows would keep live dreams waiting for as long as it takes
 * to write it.
 */
export const jsonInTurns = (value: Readonly<Record<string, unknown>>): ReadableStream<Uint8Array> =>
  textStream(piecesOf(value));

/** Text in UTF-8, made as it is read; who stops reading ends it. */
export function textStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value: piece, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(piece));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

async function* piecesOf(value: Readonly<Record<string, unknown>>): AsyncGenerator<string> {
  let before = '{';
  for (const [name, member] of Object.entries(value).filter(([, one]) => one !== undefined)) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (!Array.isArray(member)) {
      yield JSON.stringify(member);
      continue;
    }
    yield '[';
    for (let at = 0; at < member.length; at += A_TURN) {
      const rows = JSON.stringify(member.slice(at, at + A_TURN)).slice(1, -1);
      yield `${at > 0 ? ',' : ''}${rows}`;
      await setImmediate();
    }
    yield ']';
  }
  yield before === '{' ? '{}' : '}';
}
