import { PauseIcon } from '../../../islands/ui/icons.tsx';
import { m } from '../../kit/texts/m.ts';
import type { SessionUser } from '../contract/person.ts';
import { PageScript } from '../island.tsx';
import { HomePrompt } from './home-prompt.tsx';
import { promoScript } from './promo-scenes.ts';

/** 720p, 8 bits */
const AV1 = 'video/mp4; codecs="av01.0.05M.08"';

export interface HomeProps {
  person: SessionUser | null;
  sellsPlans: boolean;
  /** length of the dream that a visitor can have without an account, in seconds; 0 for none */
  guestSeconds: number;
  /** dreams that the person's trial still has; null without a trial */
  freeDreams: number | null;
  /** URLs of the promo video, the same in AV1, and its poster, if there is one. */
  promo: { video: string; av1: string; poster: string } | null;
}

export function HomePage({ promo, ...greeting }: HomeProps) {
  return (
    <div className="home">
      <div className="home-picture" aria-hidden="true">
        {promo ? (
          <video data-promo={promoScript()} poster={promo.poster} muted loop playsInline preload="none">
            <source src={promo.av1} type={AV1} />
            <source src={promo.video} type="video/mp4" />
          </video>
        ) : (
          <Dreamscape />
        )}
      </div>
      {promo && (
        <button
          type="button"
          className="icon-button home-pause"
          data-promo-toggle=""
          aria-pressed="true"
          aria-label={m.web_home_pause()}
          title={m.web_home_pause()}
          hidden
        >
          <PauseIcon />
        </button>
      )}
      {promo && <PageScript name="promo" />}
      <section className="home-words">
        <Greeting {...greeting} />
      </section>
    </div>
  );
}

function Greeting({ person, sellsPlans, guestSeconds, freeDreams }: Omit<HomeProps, 'promo'>) {
  if (!person) {
    return (
      <>
        <h1>{m.web_home_headline()}</h1>
        <p>{m.web_home_text()}</p>
        <HomePrompt guestSeconds={guestSeconds} />
        <div className="home-actions">
          <a
            className="button button-primary button-large"
            href="/auth/signin?next=/dreamboard"
            data-sign-in={m.web_home_signing_in()}
          >
            {m.web_home_try()}
          </a>
        </div>
      </>
    );
  }
  switch (person.role) {
    case 'admin':
    case 'subscribed':
      return <Welcome person={person} />;
    case 'user':
      // Without plans, everyone who is signed in has full access.
      if (!sellsPlans) return <Welcome person={person} />;
      return <Trial freeDreams={freeDreams ?? 0} />;
    default:
      return (
        <>
          <h1>{m.web_home_headline()}</h1>
          <div className="home-actions">
            <a className="button button-primary button-large" href="/dreamboard">
              {m.web_home_get_started()}
            </a>
          </div>
        </>
      );
  }
}

/** With free dreams left, they come first. */
function Trial({ freeDreams }: { freeDreams: number }) {
  const isFree = freeDreams > 0;
  return (
    <>
      <h1>{m.web_home_subscribe_headline()}</h1>
      <p>{m.web_home_subscribe_text()}</p>
      <HomePrompt guestSeconds={0} />
      <div className="home-actions">
        {isFree && (
          <a className="button button-primary button-large" href="/stream">
            {m.web_home_start({ left: freeDreams })}
          </a>
        )}
        <a
          className={isFree ? 'button button-large home-second' : 'button button-primary button-large'}
          href="/checkout"
        >
          {m.web_home_subscribe()}
        </a>
        <a className="button button-large home-second" href="/dreamboard">
          {m.web_home_try_first()}
        </a>
      </div>
    </>
  );
}

function Welcome({ person }: { person: SessionUser }) {
  return (
    <>
      <h1>{m.web_home_welcome({ name: firstName(person.name) })}</h1>
      <HomePrompt guestSeconds={0} />
      <div className="home-actions">
        <a className="button button-primary button-large" href="/dreamboard">
          {m.web_home_enter()}
        </a>
      </div>
    </>
  );
}

/** A person's first name, or “Dreamer” without a name. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] || m.web_home_nameless();
}

/** An illustration in place of a missing promo. */
function Dreamscape() {
  return (
    <div className="dreamscape">
      <span className="dreamscape-stars" />
      <span className="dreamscape-aurora" />
      <span className="dreamscape-moon" />
      <svg viewBox="0 0 1440 420" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path
          className="hill hill-far"
          d="M0 210C180 120 330 190 520 170s310-110 500-60 250 90 420 40v270H0Z"
        />
        <path className="hill hill-mid" d="M0 290c210-90 390-20 600-40s330-90 520-50 210 60 320 30v190H0Z" />
        <path className="hill hill-near" d="M0 350c260-60 420 10 700-20s420-60 740-10v100H0Z" />
      </svg>
    </div>
  );
}
