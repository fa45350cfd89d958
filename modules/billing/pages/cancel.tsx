import { m } from '../../kit/texts/m.ts';
import { QuietPage } from '../../web/pages/quiet-page.tsx';

export function CancelPage({ sellsPlans }: { sellsPlans: boolean }) {
  return (
    <QuietPage title={m.billing_cancel_title()} scene="road">
      <p>{m.billing_cancel_text()}</p>
      <div className="quiet-actions">
        {sellsPlans && (
          <a className="button button-primary" href="/checkout">
            {m.billing_cancel_complete()}
          </a>
        )}
        <a className="button button-quiet" href="/dreamboard">
          {m.billing_back_to_dreamboard()}
        </a>
      </div>
    </QuietPage>
  );
}
