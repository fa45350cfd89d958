import { m } from '../../kit/texts/m.ts';
import { QuietPage } from '../../web/pages/quiet-page.tsx';
import { strongAddress } from './strong-address.tsx';

export type AddressPageProps =
  | { state: 'new' | 'undo'; email: string /** URL of this page, including its token */; action: string }
  | { state: 'refused'; words: string }
  | { state: 'undone' | 'expired' | 'elsewhere' };

/** Page behind a mailed link that confirms a new address or restores the previous one. */
export function AddressPage(props: AddressPageProps) {
  switch (props.state) {
    case 'new':
      return (
        <QuietPage title={m.auth_address_new_title()}>
          <p>{m.auth_address_new_text({ email: props.email, strong: strongAddress })}</p>
          <OneButton action={props.action} text={m.auth_address_new_button()} />
        </QuietPage>
      );
    case 'undo':
      return (
        <QuietPage title={m.auth_address_undo_title()}>
          <p>{m.auth_address_undo_text({ email: props.email, strong: strongAddress })}</p>
          <OneButton action={props.action} text={m.auth_address_undo_button()} />
        </QuietPage>
      );
    case 'undone':
      return (
        <QuietPage title={m.auth_address_undone_title()}>
          <p>{m.auth_address_undone_text()}</p>
          <a className="button button-primary" href="/auth/signin?next=/settings">
            {m.auth_address_sign_in()}
          </a>
        </QuietPage>
      );
    case 'refused':
      return (
        <QuietPage title={m.auth_address_refused_title()}>
          <p role="alert">{props.words}</p>
          <a className="button" href="/settings">
            {m.auth_address_settings()}
          </a>
        </QuietPage>
      );
    case 'elsewhere':
      return (
        <QuietPage title={m.auth_elsewhere_title()}>
          <p>{m.auth_address_elsewhere_text()}</p>
        </QuietPage>
      );
    case 'expired':
      return (
        <QuietPage title={m.auth_address_expired_title()}>
          <p>{m.auth_address_expired_text()}</p>
          <a className="button button-primary" href="/settings">
            {m.auth_address_settings()}
          </a>
        </QuietPage>
      );
  }
}

const OneButton = ({ action, text }: { action: string; text: string }) => (
  <form method="post" action={action}>
    <button type="submit" className="button button-primary button-large">
      {text}
    </button>
  </form>
);
