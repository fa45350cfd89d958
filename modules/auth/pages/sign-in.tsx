import { AlertIcon, MailIcon } from '../../../islands/ui/icons.tsx';
import { m } from '../../kit/texts/m.ts';
import { EmailInput } from '../../web/layout/email-input.tsx';
import { Field } from '../../web/layout/field.tsx';
import { asTapped } from '../../web/pages/home-ideas.ts';
import { QuietPage } from '../../web/pages/quiet-page.tsx';
import { strongAddress } from './strong-address.tsx';

export interface SignInProps {
  /** `waiting`: the mail server deferred the mail */
  state: 'form' | 'sent' | 'waiting' | 'error';
  /** local path to open afterwards */
  next: string;
  /** typed on the home page, and sent after the sign-in */
  words?: string | null;
  /** true if sign-in by mailed link is enabled */
  emailLink: boolean;
  /** display name of the identity provider, if one is configured */
  providerName: string | null;
  /** as typed by the person */
  email?: string;
  /** why the mail couldn't be sent, in state `error` */
  error?: string;
  /** why the sign-in at the provider failed */
  notice?: string;
  /** good news from the page that led here */
  news?: string;
}

export function SignInPage(props: SignInProps) {
  if (props.state === 'sent' || props.state === 'waiting') return <CheckYourMail {...props} />;
  return (
    <QuietPage title={m.auth_sign_in_title()} scene="home">
      {props.state === 'error' && !props.emailLink && <p role="alert">{props.error}</p>}
      {props.words && (
        <p role="status">{m.auth_sign_in_words({ words: beginningOf(asTapped(props.words)) })}</p>
      )}
      {props.news && <p role="status">{props.news}</p>}
      {props.notice && (
        <div className="notice" role="alert">
          <AlertIcon />
          <p>{props.notice}</p>
        </div>
      )}
      <div className="sign-in">
        {props.providerName && (
          <a
            className="button button-large sign-in-wide"
            href={`/auth/provider?next=${encodeURIComponent(props.next)}`}
            data-sign-in={m.auth_sign_in_signing()}
          >
            {m.auth_continue_with({ provider: props.providerName })}
          </a>
        )}
        {props.providerName && props.emailLink && <p className="sign-in-or">{m.auth_sign_in_or()}</p>}
        {props.emailLink && <EmailForm {...props} />}
        {!props.providerName && !props.emailLink && <p>{m.auth_sign_in_off()}</p>}
      </div>
    </QuietPage>
  );
}

/** Enough of the words to recognise them. */
const SHOWN_CHARACTERS = 80;

function beginningOf(words: string) {
  const characters = [...words.replace(/\s+/g, ' ')];
  const isLong = characters.length > SHOWN_CHARACTERS;
  return () => (
    <bdi>{isLong ? `${characters.slice(0, SHOWN_CHARACTERS).join('')}…` : characters.join('')}</bdi>
  );
}

function EmailForm({ state, next, email, error }: SignInProps) {
  const fault = state === 'error' && error ? error : undefined;
  return (
    <form method="post" action="/auth/signin">
      <input type="hidden" name="next" value={next} />
      <Field id="email" label={m.auth_sign_in_email()} hint={m.auth_sign_in_hint()} fault={fault}>
        {(about) => <EmailInput {...about} placeholder={m.auth_sign_in_example()} defaultValue={email} />}
      </Field>
      <button type="submit" className="button button-primary button-large sign-in-wide">
        <MailIcon />
        {m.auth_sign_in_send()}
      </button>
    </form>
  );
}

function CheckYourMail({ state, email, next }: SignInProps) {
  if (state === 'waiting') return <MailWaits {...(email && { email })} next={next} />;
  return (
    <QuietPage title={m.auth_sign_in_sent_title()} scene="home">
      <p>{email ? m.auth_sign_in_sent_to({ email, strong: strongAddress }) : m.auth_sign_in_sent()}</p>
      <a className="button" href={`/auth/signin?next=${encodeURIComponent(next)}`}>
        {m.auth_sign_in_other()}
      </a>
    </QuietPage>
  );
}

function MailWaits({ email, next }: Partial<Pick<SignInProps, 'email'>> & Pick<SignInProps, 'next'>) {
  return (
    <QuietPage title={m.auth_sign_in_waiting_title()}>
      <p>{email ? m.auth_sign_in_waiting_for({ email, strong: strongAddress }) : m.auth_sign_in_waiting()}</p>
      <a className="button" href={`/auth/signin?next=${encodeURIComponent(next)}`}>
        {m.auth_sign_in_other()}
      </a>
    </QuietPage>
  );
}
