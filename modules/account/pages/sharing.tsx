/** Links of new dreams; each dream has its own switch on its page. */
export function SharingCard({ sharesNew }: { sharesNew: boolean }) {
  return (
    <section className="card" aria-labelledby="sharing-title">
      <h2 id="sharing-title">Sharing</h2>
      <form className="switch-line" method="post" action="/settings/sharing">
        <input type="hidden" name="closed" value={sharesNew ? 'yes' : 'no'} />
        <button
          type="submit"
          className="icon-button"
          role="switch"
          aria-checked={!sharesNew}
          aria-labelledby="sharing-label"
        >
          <span className="switch" aria-hidden="true" />
        </button>
        <p>
          <span id="sharing-label">New dreams start with a closed link</span>
          <small>
            {sharesNew
              ? 'The link to a new dream is open from the start: anyone who has it can watch.'
              : 'Nobody else can watch a new dream until you open its link on its page.'}
          </small>
        </p>
      </form>
    </section>
  );
}
