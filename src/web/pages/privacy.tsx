import { KEPT_DAYS } from '../../../modules/security-log/schemas.ts';
import { type LegalPageProps, type LegalSection, LegalText, MailTo } from './legal.tsx';

export function PrivacyPage(props: LegalPageProps) {
  return (
    <LegalText
      embedded={props.embedded}
      title="Privacy Policy"
      summary={
        <>
          In short: we keep what {props.appName} needs to work, we sell nothing, there is no tracking, and in
          Settings you can take your data with you or have it deleted. The long form below is what counts.
        </>
      }
      sections={[...dataSections(props), ...sharingSections(props), ...controlSections(props)]}
    />
  );
}

function dataSections({ appName, companyName, supportEmail }: LegalPageProps): LegalSection[] {
  return [
    {
      id: 'who',
      title: 'Who is responsible',
      body: (
        <p>
          {companyName} (“we”) decides why and how personal data is processed in {appName}. You reach us at{' '}
          <MailTo address={supportEmail} />. The service is for people of 18 or older; we do not knowingly
          keep data of anybody younger, and delete it when we learn of it.
        </p>
      ),
    },
    {
      id: 'what',
      title: 'What we keep',
      body: (
        <ul>
          <li>
            <strong>Your account.</strong> Name, e-mail address, a copy of your profile picture, the
            identifier that your sign-in gives us, your role and plan, and how they changed.
          </li>
          <li>
            <strong>Where you are signed in.</strong> Browser, network address, and the time of the first and
            the last use of each session.
          </li>
          <li>
            <strong>A security log.</strong> Sign-ins, ends of sessions and changes to how your account is
            protected, and attempts that were refused: when, how, from which network address and browser.
          </li>
          <li>
            <strong>Your dreams.</strong> Prompts, the conversation beside the stream, voice recordings if you
            switch the microphone on, the recorded video and its pictures, names, bookmarks, ratings and
            times.
          </li>
          <li>
            <strong>Visits of shared dreams.</strong> Who shares a dream sees how often its public link was
            opened, not by whom. To count you once a day as a visitor, your account, or your network address
            and browser, go into a one-way code with a random key that is new each day.
          </li>
          <li>
            <strong>Billing.</strong> What you bought and when, the billing name, and the references of our
            payment provider. Card details stay with that provider.
          </li>
          <li>
            <strong>Messages.</strong> What you write to the help chat and to us, and a log of the mails that
            we sent you.
          </li>
          <li>
            <strong>Technical records.</strong> Frame rates, errors and the times of requests, to keep the
            service running and safe.
          </li>
        </ul>
      ),
    },
    {
      id: 'voice',
      title: 'Your voice',
      body: (
        <p>
          The microphone is off until you switch it on, and off again when a stream ends. Speech is turned
          into text in your own browser where it can do that, otherwise on our server or a provider that works
          for us. We use your voice for your prompts and their transcript, never to recognise you by it.
        </p>
      ),
    },
    {
      id: 'why',
      title: 'Why we may',
      body: (
        <ul>
          <li>
            <strong>To carry out our contract with you:</strong> making and keeping your dreams, counting what
            your plan includes, billing, answering you.
          </li>
          <li>
            <strong>For legitimate interests:</strong> keeping the service safe, finding faults, preventing
            abuse such as repeated trials, and understanding in total figures how the service is used.
          </li>
          <li>
            <strong>Because the law tells us to:</strong> bookkeeping, taxes, and lawful orders of
            authorities.
          </li>
          <li>
            <strong>With your consent:</strong> the microphone, and news by e-mail. You can take it back at
            any time.
          </li>
        </ul>
      ),
    },
    {
      id: 'cookies',
      title: 'Cookies and storage',
      body: (
        <>
          <p>
            One cookie keeps you signed in, and short-lived ones bring you safely back from your sign-in
            provider. Three more remember your theme, the order of your dreamboard and that your browser has
            our fonts, and it stores a few choices of its own. All of them are needed for what you asked for,
            so there is no banner.
          </p>
          <p>
            We show no advertising, we load no trackers, and we do not follow you across other sites. Your
            profile picture is copied to our server, so that your browser does not have to ask anybody else
            for it.
          </p>
        </>
      ),
    },
  ];
}

function sharingSections({ companyName, hiddenDays }: LegalPageProps): LegalSection[] {
  return [
    {
      id: 'others',
      title: 'Who else sees it',
      body: (
        <>
          <p>We do not sell personal data. It is seen only by</p>
          <ul>
            <li>
              providers who work for us under contract, each for its task only: sign-in, payment, e-mail,
              hosting and storage, video generation and, where they are switched on, language and speech
              models;
            </li>
            <li>people at {companyName} who need it to help you or to keep the service running;</li>
            <li>authorities and courts, where the law obliges us;</li>
            <li>a successor, if the service passes to another company, under the same promises.</li>
          </ul>
          <p>
            Everybody who has the public link of a dream that you share can watch that dream. You can stop
            sharing it at any time; search engines are asked not to list it.
          </p>
        </>
      ),
    },
    {
      id: 'models',
      title: 'AI models',
      body: (
        <p>
          Your prompts go to the model that draws your stream and, in agent mode, in the help chat and to
          propose a name for a dream, to a language model where one is switched on. We do not train models
          with your prompts, voice or dreams, and we choose providers that promise the same.
        </p>
      ),
    },
    {
      id: 'where',
      title: 'Other countries',
      body: (
        <p>
          Some providers process data in other countries. Where their law protects it less than yours, we
          agree on safeguards with them, such as the standard contractual clauses of the European Commission.
          Ask us for a copy.
        </p>
      ),
    },
    {
      id: 'how-long',
      title: 'For how long',
      body: (
        <>
          <ul>
            <li>
              Account, dreams and messages: while your account is open. Dreams that you delete, or that your
              plan keeps no longer, are hidden at once and gone for good, with their files,{' '}
              {hiddenDays === 0 ? 'within a day' : `after ${hiddenDays} day${hiddenDays === 1 ? '' : 's'}`}.
              Until then you can bring back what you deleted from the Trash, or delete it there for good.
            </li>
            <li>
              After closure: closed accounts are deleted within 3 months of closure, as a rule when the days
              of grace are over that Settings names.
            </li>
            <li>Backups: 3 months.</li>
            <li>Billing information: 7 years.</li>
            <li>Information about legal transactions: 10 years.</li>
            <li>
              Sign-in sessions: 30 days after their last use, 90 days at most. Sign-in links: 10 minutes. Both
              are deleted within a day of their end.
            </li>
            <li>
              Codes of visitors of shared dreams, and the day’s key: within a day of the end of their day
              (UTC).
            </li>
            <li>Notes of work that was done in the background: 90 days after its end.</li>
            <li>Security log: {KEPT_DAYS} days, or until your account is deleted.</li>
          </ul>
          <p>
            What remains of a deleted account are a number without a name, which keeps our statistics right
            and on which billing records hang, and how many trial streams were used, under a one-way code from
            which nobody can read who you were.
          </p>
        </>
      ),
    },
  ];
}

function controlSections({ companyName, supportEmail }: LegalPageProps): LegalSection[] {
  return [
    {
      id: 'rights',
      title: 'Your rights',
      body: (
        <>
          <p>You can, at any time and free of charge,</p>
          <ul>
            <li>get a copy of your data: Settings, “Download my data”;</li>
            <li>
              have it deleted: Settings, “Delete my account”, or delete single dreams on the dreamboard;
            </li>
            <li>have it corrected, or its use restricted;</li>
            <li>object to uses that rest on our legitimate interests;</li>
            <li>take back a consent, for the future;</li>
            <li>complain to the data protection authority where you live.</li>
          </ul>
          <p>
            For everything that Settings does not offer, write to <MailTo address={supportEmail} />. We answer
            within one month, and we may first ask for proof that you are you. No decision with legal effect
            on you is made by machine alone.
          </p>
        </>
      ),
    },
    {
      id: 'safety',
      title: 'How it is protected',
      body: (
        <p>
          Connections are encrypted. There are no passwords; sign-in sessions and links are stored as hashes
          only. Access is limited to those who need it. If something happens to your data that puts you at
          risk, we tell you and the authority without delay.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      body: (
        <p>
          When this policy changes, its date changes. When a change matters to you we tell you in advance, by
          e-mail or in the service.
        </p>
      ),
    },
    {
      id: 'contact',
      title: 'Contact',
      body: (
        <p>
          {companyName}, <MailTo address={supportEmail} />. A person answers.
        </p>
      ),
    },
  ];
}
