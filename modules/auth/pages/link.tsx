import { formatDateTime } from '../../kit/shared/dates.ts';
import { m } from '../../kit/texts/m.ts';
import { QuietPage } from '../../web/pages/quiet-page.tsx';

export type LinkPageProps =
  | {
      state: 'valid';
      /** URL of this page, including its token; opening it doesn't use the token up, so mail scanners do no harm */
      action: string;
      /** it confirms a person who is already signed in */
      confirms: boolean;
      /** the address has no account yet, so the page asks about news */
      isNew: boolean;
      /** browser and system that requested it; null for a link from the server's console */
      device: string | null;
      /** ISO, UTC */
      askedAt: string;
    }
  | { state: 'expired' | 'elsewhere' };

export function LinkPage(props: LinkPageProps) {
  if (props.state === 'valid') {
    const when = () => (
      <time dateTime={props.askedAt} data-local="">
        {formatDateTime(props.askedAt, 'UTC')}
      </time>
    );
    return (
      <QuietPage title={props.confirms ? m.auth_confirm_title() : m.auth_link_title()}>
        <p>{props.confirms ? m.auth_link_confirm_text() : m.auth_link_text()}</p>
        <p className="link-origin">
          {props.device === null
            ? m.auth_link_console({ when })
            : m.auth_link_requested({ device: props.device, when })}
          {m.kit_sentence_gap()}
          {!props.confirms && m.auth_link_not_you()}
        </p>
        <form method="post" action={props.action}>
          {props.isNew && (
            <label className="check link-news">
              <input type="checkbox" name="news" value="yes" />
              {m.auth_link_news()}
            </label>
          )}
          <button type="submit" className="button button-primary button-large">
            {props.confirms ? m.auth_link_confirm_button() : m.auth_link_button()}
          </button>
        </form>
      </QuietPage>
    );
  }
  if (props.state === 'elsewhere') {
    return (
      <QuietPage title={m.auth_elsewhere_title()}>
        <p>{m.auth_link_elsewhere_text()}</p>
      </QuietPage>
    );
  }
  return (
    <QuietPage title={m.auth_link_old_title()}>
      <p>{m.auth_link_old_text()}</p>
      <a className="button button-primary" href="/auth/signin?next=/dreamboard">
        {m.auth_link_again()}
      </a>
    </QuietPage>
  );
}
