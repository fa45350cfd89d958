import { useState } from 'react';
import useSWR from 'swr';
import type {
  PaymentsAnswer,
  PersonAnswer,
  RefundAnswer,
} from '../../../modules/admin/contract/people/person.ts';
import { AFTER_REFUND, type AfterRefund } from '../../../modules/billing/contract/after-refund.ts';
import { PAYMENT_NAMES } from '../../../modules/billing/contract/payment-states.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { localTime } from '../format.ts';
import { Lines } from '../lines.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { ReasonForm } from '../reason-form.tsx';

interface PersonPaymentsProps {
  user: PersonAnswer['user'];
  plan: PersonAnswer['plan'];
  onChange: () => void;
}

/** A user's payments at Stripe, with a refund for the last one. */
export function PersonPayments({ user: { id: userId, name }, plan, onChange }: PersonPaymentsProps) {
  const renews = plan.subscription?.status === 'active' && !plan.subscription.cancels;
  // Loaded once, since each load is a call to Stripe.
  const { data, error, mutate } = useSWR<PaymentsAnswer, Error>(
    `payments ${userId}`,
    () => adminApi<PaymentsAnswer>('person-data', { action: 'getPayments', userId }),
    { revalidateOnFocus: false },
  );
  const [outcome, setOutcome] = useState<string | null>(null);
  const last = data?.payments.find(({ state }) => state === 'paid');
  const newest = data?.payments.find(({ state }) => state !== 'failed');
  return (
    <section aria-labelledby="person-payments">
      <h3 id="person-payments">{m.admin_people_payments_title()}</h3>
      {error && (
        <LoadFailure
          text={m.admin_forms_load_payments}
          reason={error.message}
          onRetry={() => void mutate()}
        />
      )}
      {!data && !error && <p role="status">{m.admin_people_payments_loading()}</p>}
      {data && (
        <Lines
          label={m.admin_people_payments_label()}
          nothing={m.admin_people_payments_empty()}
          lines={data.payments.map(({ at, amount, refunded, state }) => ({
            at,
            what: amount,
            detail:
              refunded && state !== 'refunded'
                ? m.admin_people_payment_part_refunded({ state: PAYMENT_NAMES[state](), amount: refunded })
                : PAYMENT_NAMES[state](),
          }))}
        />
      )}
      {outcome && <p role="status">{m.admin_people_payments_done({ name, text: outcome })}</p>}
      {renews && newest?.state === 'refunded' && (
        <>
          <p>{m.admin_people_payments_renews()}</p>
          <ReasonForm
            actions={[
              {
                text: m.admin_people_payments_end(),
                label: m.admin_people_payments_end_label({ name }),
                isDanger: true,
              },
            ]}
            label={m.admin_forms_reason_person({ name })}
            onDecide={({ reason, form }) =>
              change({ chargeId: newest.id, subscription: form.get('subscription'), reason })
            }
          >
            <SubscriptionChoice among={AFTER_REFUND.slice(1)} />
          </ReasonForm>
        </>
      )}
      {last && (
        <>
          <p>{m.admin_people_payments_refund_text({ amount: last.amount, time: localTime(last.at) })}</p>
          <ReasonForm
            actions={[
              {
                text: m.admin_people_payments_refund(),
                label: m.admin_people_payments_refund_label({ amount: last.amount, name }),
                isDanger: true,
              },
            ]}
            label={m.admin_forms_reason_person({ name })}
            onDecide={({ reason, form }) =>
              change({ chargeId: last.id, subscription: form.get('subscription'), reason })
            }
          >
            <SubscriptionChoice among={AFTER_REFUND} />
          </ReasonForm>
        </>
      )}
    </section>
  );

  async function change(body: object): Promise<void> {
    setOutcome(null);
    try {
      setOutcome((await adminApi<RefundAnswer>('person-data', { action: 'refund', userId, ...body })).text);
    } finally {
      // The change stands even if the mail fails.
      await mutate();
      onChange();
    }
  }
}

/** Choice of what happens to the subscription that the payment was for. */
function SubscriptionChoice({ among }: { among: readonly AfterRefund[] }) {
  return (
    <select className="field" name="subscription" aria-label={m.admin_people_payments_subscription()}>
      {among.map((one) => (
        <option key={one} value={one}>
          {CHOICES[one]()}
        </option>
      ))}
    </select>
  );
}

const CHOICES: Record<AfterRefund, () => string> = {
  keep: m.admin_people_payments_keep,
  'end-now': m.admin_people_payments_end_now,
  'end-with-period': m.admin_people_payments_end_with_period,
};
