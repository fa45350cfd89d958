import useSWR from 'swr';
import type { PaymentsAnswer } from '../../../modules/admin/schemas/person.ts';
import { adminApi } from '../../browser/api.ts';
import { localTime } from '../format.ts';
import { Lines } from '../lines.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { ReasonForm } from '../reason-form.tsx';

interface PersonPaymentsProps {
  userId: string;
  name: string;
  onChange: () => void;
}

/** A person's payments as Stripe has them, and the way back for the last one. */
export function PersonPayments({ userId, name, onChange }: PersonPaymentsProps) {
  // Asked once: each look is a call to Stripe.
  const { data, error, mutate } = useSWR<PaymentsAnswer, Error>(
    `payments ${userId}`,
    () => adminApi<PaymentsAnswer>('person-data', { action: 'getPayments', userId }),
    { revalidateOnFocus: false },
  );
  const last = data?.payments.find(({ state }) => state === 'paid');
  return (
    <section aria-labelledby="person-payments">
      <h3 id="person-payments">Payments</h3>
      {error && <LoadFailure what="The payments" reason={error.message} onRetry={() => void mutate()} />}
      {!data && !error && <p role="status">Asking Stripe…</p>}
      {data && (
        <Lines
          label="Payments"
          nothing="No payment yet."
          lines={data.payments.map(({ at, amount, state }) => ({ at, what: amount, detail: state }))}
        />
      )}
      {last && (
        <>
          <p>
            The last payment, {last.amount} on {localTime(last.at)}, goes back in full, and the plan ends that
            it paid for.
          </p>
          <ReasonForm
            actions={[
              { text: 'Give it back', label: `Give it back: ${last.amount} to ${name}`, isDanger: true },
            ]}
            reader={name}
            onDecide={async ({ reason }) => {
              try {
                await adminApi('person-data', { action: 'refund', userId, chargeId: last.id, reason });
              } finally {
                // A mail that could not be sent leaves it done.
                await mutate();
                onChange();
              }
            }}
          />
        </>
      )}
    </section>
  );
}
