import { Tokenizer } from '@huggingface/tokenizers';

/** The fields of tokenizer_config.json that we use. */
export interface TokenizerConfig {
  pad_token?: string | { content: string } | null | undefined;
}

const END = '<|endoftext|>';

/** Converts a prompt to exactly `length` token ids by truncating or padding. */
export function createTokens(tokenizer: object, config: TokenizerConfig, length: number) {
  const inner = new Tokenizer(tokenizer, config);
  const end = inner.token_to_id(END) ?? 0;
  const padWord = typeof config.pad_token === 'object' ? config.pad_token?.content : config.pad_token;
  // Stable Diffusion 2 and its derivatives pad with "!", version 1 with the end token
  const pad = (padWord ? inner.token_to_id(padWord) : undefined) ?? end;
  return (text: string): number[] => {
    const { ids } = inner.encode(text);
    const kept = ids.length > length ? [...ids.slice(0, length - 1), end] : ids;
    return [...kept, ...new Array<number>(length - kept.length).fill(pad)];
  };
}
