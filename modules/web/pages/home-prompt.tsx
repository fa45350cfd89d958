import { ArrowUpIcon } from '../../../islands/ui/icons.tsx';
import { m } from '../../kit/texts/m.ts';
import { PROMPT_MAX } from '../../protocol/limits.ts';

const SUGGESTIONS = [m.web_home_suggestion_fox, m.web_home_suggestion_city, m.web_home_suggestion_sea];

/**
 * The prompt line of the home page. Plain forms, because this page has no island: they work without a script. They post,
 * so the words never become part of an address, see kept-words.ts.
 * @param guestSeconds length of the dream that this visitor can have without an account; 0 for none
 */
export function HomePrompt({ guestSeconds }: { guestSeconds: number }) {
  return (
    <div className="home-prompt">
      <form className="home-prompt-line" method="post" action="/stream">
        <input
          name="words"
          aria-label={m.web_home_prompt_label()}
          placeholder={m.web_home_prompt_placeholder()}
          required
          maxLength={PROMPT_MAX}
          autoComplete="off"
          enterKeyHint="send"
        />
        <button type="submit" className="button button-primary" aria-label={m.web_home_prompt_send()}>
          <ArrowUpIcon />
        </button>
      </form>
      <form className="home-suggestions" method="post" action="/stream">
        {SUGGESTIONS.map((suggestion) => suggestion()).map((words) => (
          <button key={words} type="submit" name="words" value={words}>
            {words}
          </button>
        ))}
      </form>
      {guestSeconds > 0 && (
        <p className="home-guest">
          {m.web_home_guest({ seconds: guestSeconds, terms: (words) => <a href="/terms">{words}</a> })}
        </p>
      )}
    </div>
  );
}
