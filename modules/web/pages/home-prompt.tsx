import { IdeasForm, PromptForm } from '../../../islands/ui/prompt-form.tsx';
import { m } from '../../kit/texts/m.ts';
import { NextIsland } from '../island.tsx';
import { HOME_IDEAS } from './home-ideas.ts';

/**
 * The prompt line of the home page.
 * @param guestSeconds length of the dream that this visitor can have without an account; 0 for none
 */
export function HomePrompt({ guestSeconds }: { guestSeconds: number }) {
  return (
    <div className="home-prompt">
      <NextIsland name="stream" />
      <PromptForm className="home-prompt-line" button="button button-primary" />
      <IdeasForm className="home-suggestions" ideas={HOME_IDEAS} />
      {guestSeconds > 0 && (
        <p className="home-guest">
          {m.web_home_guest({ seconds: guestSeconds, terms: (words) => <a href="/terms">{words}</a> })}
        </p>
      )}
    </div>
  );
}
