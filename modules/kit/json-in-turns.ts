import { setImmediate } from 'node:timers/promises';
import { inThisLocale } from './texts/locale.ts';

/** List items serialized per event-loop turn; takes some tenths of a millisecond. */
const A_TURN = 100;

/** Serializes an object as JSON, its lists in chunks, so that thousands of rows don't block live dreams. */
export const jsonInTurns = (value: Readonly<Record<string, unknown>>): ReadableStream<Uint8Array> =>
  textStream(piecesOf(value));

/** A UTF-8 stream that generates text on demand; cancelling it ends the generator. */
export function textStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const pieces = inThisLocale(texts);
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
