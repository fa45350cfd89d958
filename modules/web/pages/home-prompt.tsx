import { IdeasForm, PromptForm } from '../../../islands/ui/prompt-form.tsx';
import { m } from '../../kit/texts/m.ts';

const SUGGESTIONS = [m.web_home_suggestion_fox, m.web_home_suggestion_city, m.web_home_suggestion_sea];

/**
 * The prompt line of the home page.
 * @param guestSeconds length of the dream that this visitor can have without an account; 0 for none
 */
export function HomePrompt({ guestSeconds }: { guestSeconds: number }) {
  return (
    <div className="home-prompt">
      <PromptForm className="home-prompt-line" button="button button-primary" />
      <IdeasForm className="home-suggestions" ideas={SUGGESTIONS.map((words) => ({ words }))} />
      {guestSeconds > 0 && (
        <p className="home-guest">
          {m.web_home_guest({ seconds: guestSeconds, terms: (words) => <a href="/terms">{words}</a> })}
        </p>
      )}
    </div>
  );
}
