import type { ApiToken } from '../../auth/contract/tokens.ts';
import { formatDateTime, isoOf, parseUtc } from '../../kit/shared/dates.ts';
import { formatUnit } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import { SCOPES, type Scope } from '../../web/contract/person.ts';
import { PageScript } from '../../web/island.tsx';
import { KeyIcon } from '../../web/layout/icons.tsx';
import { resumeAt, TOKENS_CARD } from './resume.ts';

const SCOPE_TEXTS: Record<Scope, () => string> = {
  'dreams:read': m.account_tokens_scope_dreams_read,
  'dreams:write': m.account_tokens_scope_dreams_write,
  stream: m.account_tokens_scope_stream,
  'admin:read': m.account_tokens_scope_admin_read,
};
const DURATIONS = [7, 30, 90, 365];
const DEFAULT_DAYS = 90;

export interface ApiTokensCardProps {
  tokens: ApiToken[];
  /** ms since the epoch */
  now: number;
}

/** Tokens by which a person's own programs use the API. */
export function ApiTokensCard({ person, tokens, now }: ApiTokensCardProps & { person: SessionUser }) {
  const scopes = SCOPES.filter((scope) => scope !== 'admin:read' || person.role === 'admin');
  return (
    <section
      className="card"
      aria-labelledby="tokens-title"
      id={TOKENS_CARD}
      data-tokens={resumeAt(TOKENS_CARD)}
    >
      <PageScript name="tokens" />
      <h2 id="tokens-title">{m.account_tokens_title()}</h2>
      <p>
        {m.account_tokens_text({ docs: (words) => <a href="/api/docs">{words}</a> })}
        {m.kit_sentence_gap()}
        {tokens.length === 0 && m.account_tokens_none()}
      </p>
      <ul className="rows">
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} now={now} />
        ))}
      </ul>
      <div className="token-new" data-token-new="" hidden>
        <p role="status">{m.account_tokens_once()}</p>
        <input
          className="field"
          readOnly
          dir="ltr"
          aria-label={m.account_tokens_new()}
          autoComplete="off"
          spellCheck={false}
          data-token-value=""
        />
        <div className="card-actions">
          <button type="button" className="button button-primary" data-token-copy="">
            <span aria-live="polite">{m.account_tokens_copy()}</span>
          </button>
          <button type="button" className="button" data-token-done="">
            {m.account_tokens_done()}
          </button>
        </div>
      </div>
      <details className="token-form" data-token-form="">
        <summary>{m.account_tokens_add()}</summary>
        <form data-add-token="">
          <label className="label" htmlFor="token-name">
            {m.account_tokens_name()}
          </label>
          <input className="field" id="token-name" name="name" required maxLength={60} autoComplete="off" />
          <fieldset>
            <legend className="label">{m.account_tokens_scopes()}</legend>
            {scopes.map((scope) => (
              <label className="check" key={scope}>
                <input type="checkbox" name="scopes" value={scope} />
                <span>
                  {SCOPE_TEXTS[scope]()} <code>{scope}</code>
                </span>
              </label>
            ))}
          </fieldset>
          <label className="label" htmlFor="token-days">
            {m.account_tokens_days()}
          </label>
          <select className="field" id="token-days" name="days" defaultValue={DEFAULT_DAYS}>
            {DURATIONS.map((days) => (
              <option key={days} value={days}>
                {formatUnit(days, 'day')}
              </option>
            ))}
          </select>
          <button type="submit" className="button">
            <KeyIcon />
            {m.account_tokens_create()}
          </button>
        </form>
      </details>
      <p className="field-error" role="alert" data-token-error="" hidden />
    </section>
  );
}

function TokenRow({ token, now }: { token: ApiToken; now: number }) {
  const { id, name, scopes, expires_at, last_used_at } = token;
  const expires = () => <Moment at={expires_at} />;
  const isOver = (parseUtc(expires_at)?.getTime() ?? 0) <= now;
  return (
    <li>
      <div>
        <strong className="clip" dir="auto">
          {name}
        </strong>
        <span className="rows-detail">
          <code>{scopes.join(' ')}</code>
        </span>
        <span className="rows-detail">
          {isOver
            ? m.account_tokens_expired({ expires })
            : last_used_at
              ? m.account_tokens_used({ expires, used: () => <Moment at={last_used_at} /> })
              : m.account_tokens_unused({ expires })}
        </span>
      </div>
      <button
        type="button"
        className="button button-quiet"
        data-revoke-token={id}
        data-name={name}
        data-over={isOver ? '' : undefined}
        aria-label={m.account_tokens_revoke_label({ name })}
      >
        {isOver ? m.account_tokens_remove() : m.account_tokens_revoke()}
      </button>
    </li>
  );
}

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={isoOf(at)} data-local="">
      {formatDateTime(at, 'UTC')}
    </time>
  );
}
