interface FromIterable {
  from<Piece>(pieces: AsyncIterable<Piece>): ReadableStream<Piece>;
}

/** Streams what a generator yields, on demand; cancelling ends the generator. TypeScript's DOM types lack `from`. */
export const streamOf = <Piece>(pieces: AsyncGenerator<Piece>): ReadableStream<Piece> =>
  (ReadableStream as unknown as FromIterable).from(pieces);
