import type { ReactNode } from 'react';
import type { CheckoutProps } from '../../../islands/checkout/checkout.tsx';
import { CloseIcon } from '../../../islands/ui/icons.tsx';
import { m } from '../../kit/texts/m.ts';
import { Island } from '../../web/island.tsx';
import { SignInRequired } from '../../web/pages/fault-pages.tsx';
import { LegalPage } from '../../web/pages/legal.tsx';
import type { LegalFacts } from '../../web/pages/legal-facts.ts';
import { QuietPage } from '../../web/pages/quiet-page.tsx';

/** The plans, with the legal texts in dialogs. */
export function CheckoutPage({ legal, ...props }: CheckoutProps & { legal: LegalFacts }) {
  return (
    <>
      <Island name="checkout" props={props} />
      <LegalDialog id="terms-dialog" title={m.web_legal_terms_title()}>
        <LegalPage text="terms" {...legal} embedded />
      </LegalDialog>
      <LegalDialog id="privacy-dialog" title={m.web_legal_privacy_title()}>
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
        <button
          type="submit"
          className="icon-button"
          aria-label={m.billing_legal_close()}
          title={m.billing_legal_close()}
        >
          <CloseIcon />
        </button>
      </form>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it */}
      <section className="legal-dialog-text" tabIndex={0} aria-label={m.billing_legal_text_label({ title })}>
        {children}
      </section>
    </dialog>
  );
}

export function SignedOutCheckout() {
  return <SignInRequired title={m.billing_checkout_title()} text={m.billing_checkout_sign_in()} />;
}

/** Shown while the operator hasn't finished setting up payments. */
export function UnconfiguredCheckout() {
  return (
    <QuietPage title={m.billing_unconfigured_title()}>
      <p>{m.billing_error_unconfigured()}</p>
      <a className="button button-quiet" href="/settings">
        {m.billing_back_to_settings()}
      </a>
    </QuietPage>
  );
}
