/**
 * Builds CLIP's `tokenizer.json` from its original files, `vocab.json` and `merges.txt`, which is what Optimum's
 * exporter writes.
 */
export function clipTokenizer(vocab: Record<string, number>, mergesText: string): object {
  const merges = mergesText.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#version'));
  const special = (content: string) => ({
    id: vocab[content] ?? 0,
    content,
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  });
  return {
    version: '1.0',
    added_tokens: [special(START), special(END)],
    normalizer: {
      type: 'Sequence',
      normalizers: [
        { type: 'NFC' },
        { type: 'Replace', pattern: { Regex: '\\s+' }, content: ' ' },
        { type: 'Lowercase' },
      ],
    },
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        { type: 'Split', pattern: { Regex: WORDS }, behavior: 'Removed', invert: true },
        { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
      ],
    },
    post_processor: {
      type: 'RobertaProcessing',
      sep: [END, vocab[END] ?? 0],
      cls: [START, vocab[START] ?? 0],
      trim_offsets: false,
      add_prefix_space: false,
    },
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true },
    model: {
      type: 'BPE',
      unk_token: END,
      continuing_subword_prefix: '',
      end_of_word_suffix: '</w>',
      fuse_unk: false,
      vocab,
      merges,
    },
  };
}

const START = '<|startoftext|>';
const END = '<|endoftext|>';
const WORDS = "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+";
