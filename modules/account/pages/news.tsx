/** Consent to news by mail; mails about the account itself come without it. */
export function NewsCard({ wantsNews }: { wantsNews: boolean }) {
  return (
    <section className="card" aria-labelledby="news-title">
      <h2 id="news-title">News by mail</h2>
      <form className="switch-line" method="post" action="/settings/news">
        <input type="hidden" name="wanted" value={wantsNews ? 'no' : 'yes'} />
        <button
          type="submit"
          className="icon-button"
          role="switch"
          aria-checked={wantsNews}
          aria-labelledby="news-label"
        >
          <span className="switch" aria-hidden="true" />
        </button>
        <p>
          <span id="news-label">Mail me news now and then</span>
          <small>Receipts and other mails about your account come either way.</small>
        </p>
      </form>
    </section>
  );
}
