import { Fragment, useId, useState } from 'react';
import type { SettingChanges, SetupAnswer, StripeAnswer } from '../../../modules/admin/contract/setup.ts';
import { PLANS, soldPlans } from '../../../modules/billing/contract/plans.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { perTier } from '../../../modules/web/contract/tiers.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { type Faulted, FaultNote, faultedBy } from '../../ui/fault-note.tsx';

const STATES = {
  there: m.admin_setup_stripe_there,
  'to make': m.admin_setup_stripe_to_make,
  'not possible': m.admin_setup_stripe_impossible,
} as const;

interface StripeFieldsProps {
  /** fields next to it, saved together */
  changes: SettingChanges;
  basis: string;
  /** true if a secret key is set or typed */
  hasKey: boolean;
  onSaved: (answer: SetupAnswer) => void;
}

/** Everything that selling needs at Stripe: shows what is missing, then creates it at the press of a button. */
export function StripeFields({ changes, basis, hasKey, onSaved }: StripeFieldsProps) {
  const [prices, setPrices] = useState({
    currency: 'USD',
    ...perTier((tier) => PLANS[tier].price.slice(1)),
  });
  /** findings for these prices and this key */
  const [seen, setSeen] = useState<{ for: string; pieces: StripeAnswer['pieces'] } | null>(null);
  const [doing, setDoing] = useState<'see' | 'make' | null>(null);
  const [fault, setFault] = useState<Faulted | null>(null);
  const id = useId();
  const asked = JSON.stringify([prices, changes]);
  const pieces = seen?.for === asked ? seen.pieces : null;
  const isWhole = pieces?.every(({ state }) => state === 'there');

  const run = async (what: 'see' | 'make') => {
    setDoing(what);
    setFault(null);
    try {
      if (what === 'see') {
        const answer = await adminApi<StripeAnswer>('setup-data', { action: 'seeStripe', changes, prices });
        setSeen({ for: asked, pieces: answer.pieces });
      } else {
        onSaved(await adminApi<SetupAnswer>('setup-data', { action: 'makeStripe', changes, prices, basis }));
      }
    } catch (error) {
      setFault(faultedBy(error, m.admin_setup_stripe_unanswered()));
    } finally {
      setDoing(null);
    }
  };
  const set = (more: Partial<typeof prices>) => setPrices({ ...prices, ...more });

  return (
    <fieldset className="setup-field setup-server setup-stripe">
      <legend>{m.admin_setup_stripe_title()}</legend>
      <label htmlFor={`${id}-currency`}>{m.admin_setup_stripe_currency()}</label>
      <input
        id={`${id}-currency`}
        className="field"
        value={prices.currency}
        maxLength={3}
        autoCapitalize="characters"
        onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
      />
      {soldPlans().map(({ tier, name }) => (
        <Fragment key={tier}>
          <label htmlFor={`${id}-${tier}`}>{m.admin_setup_stripe_price({ plan: name })}</label>
          <input
            id={`${id}-${tier}`}
            className="field"
            inputMode="decimal"
            value={prices[tier]}
            onChange={(event) => set({ [tier]: event.target.value })}
          />
        </Fragment>
      ))}
      <small>{hasKey ? m.admin_setup_stripe_text() : m.admin_setup_stripe_no_key()}</small>
      <div role="status">
        {pieces && (
          <ul className="setup-pieces">
            {pieces.map(({ text, state }) => (
              <li key={text} data-state={state}>
                {STATES[state]({ text, state: (words) => <strong>{words}</strong> })}
              </li>
            ))}
          </ul>
        )}
      </div>
      {fault && <FaultNote fault={fault} />}
      <div className="setup-actions">
        <button
          type="button"
          className="button button-quiet"
          disabled={!hasKey || doing !== null}
          onClick={() => void run('see')}
        >
          {doing === 'see' ? m.admin_setup_stripe_asking() : m.admin_setup_stripe_see()}
        </button>
        {pieces && (
          <button
            type="button"
            className="button button-primary"
            disabled={doing !== null}
            onClick={() => void run('make')}
          >
            {doing === 'make'
              ? m.admin_setup_stripe_making()
              : isWhole
                ? m.admin_setup_stripe_use()
                : m.admin_setup_stripe_make()}
          </button>
        )}
      </div>
    </fieldset>
  );
}
