import type { ReactNode } from 'react';
import type { CheckoutProps } from '../../../islands/checkout/checkout.tsx';
import { CloseIcon } from '../../../islands/ui/icons.tsx';
import { Island } from '../../web/island.tsx';
import { LegalPage } from '../../web/pages/legal.tsx';
import type { LegalFacts } from '../../web/pages/legal-facts.ts';
import { QuietPage } from '../../web/pages/quiet-page.tsx';
import { SignInRequired } from '../../web/pages/sign-in-required.tsx';

/** The plans, with the legal texts in dialogs. */
export function CheckoutPage({ legal, ...props }: CheckoutProps & { legal: LegalFacts }) {
  return (
    <>
      <Island name="checkout" props={props} />
      <LegalDialog id="terms-dialog" title="Terms of Service">
        <LegalPage text="terms" {...legal} embedded />
      </LegalDialog>
      <LegalDialog id="privacy-dialog" title="Privacy Policy">
        <LegalPage text="privacy" {...legal} embedded />
      </LegalDialog>
    </>
  );
}

function LegalDialog({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <dialog id={id} className="dialog legal-dialog" aria-label={title}>
      {/* A form with method="dialog" closes its dialog without JavaScript. */}
      <form method="dialog">
        <button type="submit" className="icon-button" aria-label="Close" title="Close">
          <CloseIcon />
        </button>
      </form>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it */}
      <section className="legal-dialog-text" tabIndex={0} aria-label={`${title}, text`}>
        {children}
      </section>
    </dialog>
  );
}

export function SignedOutCheckout() {
  return <SignInRequired title="Choose Your Plan" text="Please sign in to choose a plan." />;
}

/** Shown while the operator hasn't finished setting up payments. */
export function UnconfiguredCheckout() {
  return (
    <QuietPage title="Configuration Error">
      <p>Stripe is not properly configured. Please check environment variables.</p>
      <a className="button button-quiet" href="/settings">
        Back to Settings
      </a>
    </QuietPage>
  );
}
