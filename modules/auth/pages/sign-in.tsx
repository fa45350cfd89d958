import { AlertIcon, MailIcon } from '../../../islands/ui/icons.tsx';
import { QuietPage } from '../../web/pages/quiet-page.tsx';

export interface SignInProps {
  /** `waiting`: the mail server deferred the mail */
  state: 'form' | 'sent' | 'waiting' | 'error';
  /** local path to open afterwards */
  next: string;
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
  /** good news, for a person arriving from another page */
  news?: string;
}

export function SignInPage(props: SignInProps) {
  if (props.state === 'sent' || props.state === 'waiting') return <CheckYourMail {...props} />;
  return (
    <QuietPage title="Come on in">
      {props.state === 'error' && !props.emailLink && <p role="alert">{props.error}</p>}
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
            data-sign-in="Signing You In…"
          >
            Continue with {props.providerName}
          </a>
        )}
        {props.providerName && props.emailLink && <p className="sign-in-or">or</p>}
        {props.emailLink && <EmailForm {...props} />}
        {!props.providerName && !props.emailLink && (
          <p>Sign-in is not set up on this server yet. Please ask whoever runs it.</p>
        )}
      </div>
    </QuietPage>
  );
}

function EmailForm({ state, next, email, error }: SignInProps) {
  const failed = state === 'error' && error;
  return (
    <form method="post" action="/auth/signin">
      <input type="hidden" name="next" value={next} />
      <label className="label" htmlFor="email">
        Your e-mail address
      </label>
      <input
        className="field"
        id="email"
        name="email"
        // With `type="email"` browsers reject local parts beyond ASCII.
        type="text"
        inputMode="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoComplete="email"
        required
        maxLength={254}
        placeholder="you@example.com"
        defaultValue={email}
        aria-invalid={failed ? true : undefined}
        aria-describedby={failed ? 'email-error' : 'email-hint'}
      />
      {failed ? (
        <p className="field-error" id="email-error" role="alert">
          {error}
        </p>
      ) : (
        <p className="field-hint" id="email-hint">
          We send you a link. No password to remember.
        </p>
      )}
      <button type="submit" className="button button-primary button-large sign-in-wide">
        <MailIcon />
        Send me a link
      </button>
    </form>
  );
}

function CheckYourMail({ state, email, next }: SignInProps) {
  if (state === 'waiting') return <MailWaits {...(email && { email })} next={next} />;
  return (
    <QuietPage title="Check your e-mail">
      <p>
        {email ? (
          <>
            A sign-in link is on its way to <strong>{email}</strong>.
          </>
        ) : (
          'A sign-in link is on its way.'
        )}{' '}
        It works once, for 10 minutes.
      </p>
      <a className="button" href={`/auth/signin?next=${encodeURIComponent(next)}`}>
        Use another address
      </a>
    </QuietPage>
  );
}

function MailWaits({ email = 'you', next }: Partial<Pick<SignInProps, 'email'>> & Pick<SignInProps, 'next'>) {
  return (
    <QuietPage title="Your mail is waiting">
      <p>
        The mail server asked us to come back later, so the link to <strong>{email}</strong> may take some
        minutes. We keep trying for a day.
      </p>
      <a className="button" href={`/auth/signin?next=${encodeURIComponent(next)}`}>
        Use another address
      </a>
    </QuietPage>
  );
}
