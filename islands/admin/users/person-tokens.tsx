import type { PersonAnswer } from '../../../modules/admin/contract/people/person.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { localTime } from '../format.ts';
import { Lines } from '../lines.tsx';
import { ReasonForm } from '../reason-form.tsx';

interface PersonTokensProps extends Pick<PersonAnswer, 'user' | 'tokens'> {
  change: (body: object) => Promise<void>;
}

/** The user's API tokens, which an operator can revoke. */
export function PersonTokens({ user, tokens, change }: PersonTokensProps) {
  if (tokens.length === 0) return null;
  return (
    <section aria-labelledby="person-tokens">
      <h3 id="person-tokens">{m.admin_people_tokens_title()}</h3>
      <Lines
        label={m.admin_people_tokens_title()}
        lines={tokens.map(({ name, scopes, created_at, expires_at, last_used_at }) => ({
          at: created_at,
          what: name,
          detail: `${scopes.join(' ')} · ${
            last_used_at
              ? m.admin_people_tokens_used({ used: localTime(last_used_at), expires: localTime(expires_at) })
              : m.admin_people_tokens_unused({ expires: localTime(expires_at) })
          }`,
        }))}
        nothing=""
      />
      <ReasonForm
        actions={[
          {
            text: m.admin_people_tokens_revoke(),
            label: m.admin_people_tokens_revoke_label({ name: user.name }),
            isDanger: true,
          },
        ]}
        label={m.admin_forms_reason_operators()}
        onDecide={({ reason }) => change({ action: 'revokeTokens', reason })}
      />
    </section>
  );
}
