import { m } from '../../modules/kit/texts/m.ts';
import { PROMPT_MAX } from '../../modules/protocol/limits.ts';
import { ArrowUpIcon } from './icons.tsx';

/*
 * Forms that start a dream. They work without a script, and post, so the words never become part of an address, see
 * modules/web/kept-words.ts.
 */

interface PromptFormProps {
  className: string;
  field?: string;
  button: string;
}

/** Starts with typed words. */
export const PromptForm = ({ className, field, button }: PromptFormProps) => (
  <form className={className} method="post" action="/stream">
    <input
      className={field}
      name="words"
      aria-label={m.web_home_prompt_label()}
      placeholder={m.web_home_prompt_placeholder()}
      required
      maxLength={PROMPT_MAX}
      autoComplete="off"
      enterKeyHint="send"
      dir="auto"
    />
    <button type="submit" className={button} aria-label={m.web_home_prompt_send()}>
      <ArrowUpIcon />
    </button>
  </form>
);

interface IdeasFormProps {
  className: string;
  button?: string;
  /** ideas with the words that they send, and an optional image URL */
  ideas: readonly { label: () => string; words: () => string; image?: string }[];
}

/** Starts with one of these ideas. */
export const IdeasForm = ({ className, button, ideas }: IdeasFormProps) => (
  <form className={className} method="post" action="/stream">
    {ideas.map(({ label, words, image }) => (
      <button key={words()} type="submit" className={button} name="words" value={words()}>
        {image && <img src={image} alt="" width={64} height={36} />}
        {label()}
      </button>
    ))}
  </form>
);
