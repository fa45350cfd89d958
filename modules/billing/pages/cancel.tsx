import { QuietPage } from '../../web/pages/quiet-page.tsx';

export function CancelPage({ sellsPlans }: { sellsPlans: boolean }) {
  return (
    <QuietPage title="Subscription Cancelled">
      <p>Your subscription was not completed.</p>
      <div className="quiet-actions">
        {sellsPlans && (
          <a className="button button-primary" href="/checkout">
            Complete Subscription
          </a>
        )}
        <a className="button button-quiet" href="/dreamboard">
          Back to Dreamboard
        </a>
      </div>
    </QuietPage>
  );
}
