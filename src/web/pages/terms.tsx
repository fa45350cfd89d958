import { type LegalPageProps, type LegalSection, LegalText, MailTo } from './legal.tsx';

export function TermsPage(props: LegalPageProps) {
  return (
    <LegalText
      embedded={props.embedded}
      title="Terms of Service"
      summary={
        <>
          In short: {props.appName} is for adults, you own what you dream, you pay by the month and can stop
          at any time, and there are no refunds. The long form below is what counts.
        </>
      }
      sections={[...usingSections(props), ...payingSections(props), ...closingSections(props)]}
    />
  );
}

function usingSections({ appName, companyName, supportEmail }: LegalPageProps): LegalSection[] {
  return [
    {
      id: 'agreement',
      title: 'The agreement',
      body: (
        <>
          <p>
            These terms are a contract between you and {companyName} (“we”, “us”). They apply whenever you
            visit
            {` ${appName} `}or use anything it offers: the live streams, the recordings, the help chat and the
            paid plans (together, the “service”).
          </p>
          <p>
            By creating an account, or by using the service without one, you accept these terms and confirm
            that you have read the <a href="/privacy">Privacy Policy</a>. If you do not accept them, please do
            not use the service.
          </p>
        </>
      ),
    },
    {
      id: 'age',
      title: 'Who may use it',
      body: (
        <>
          <p>
            You must be 18 or older. We do not offer the service to minors, and we close accounts when we
            learn that they belong to one.
          </p>
          <p>
            You may not use the service where the law that applies to you forbids it. If you use it for an
            organisation, you confirm that you may bind that organisation to these terms.
          </p>
        </>
      ),
    },
    {
      id: 'account',
      title: 'Your account',
      body: (
        <>
          <p>
            You sign in with an account of an identity provider or by a link that we send you by e-mail. Keep
            your mailbox and that account safe, because whoever controls them can sign in as you. What happens
            in your account is your responsibility until you tell us that somebody else got in.
          </p>
          <p>
            One account belongs to one person. Give us true details, do not share your sign-in, and do not
            open further accounts to get around a limit. Settings shows where you are signed in and lets you
            sign out everywhere at once.
          </p>
        </>
      ),
    },
    {
      id: 'service',
      title: 'What the service is',
      body: (
        <>
          <p>
            You type or say a prompt, and software draws a live video that follows it. Each stream has a
            limited length, 5 minutes in today’s plans. It is recorded and appears on your dreamboard, where
            you can name, rate, share, download and hide it.
          </p>
          <p>
            The pictures are made by machine while you watch. They may surprise you, repeat themselves, miss
            what you asked for, or look like something or somebody that exists. They state no facts and are no
            advice. Streams can contain flashes and quick motion; do not watch them if you are sensitive to
            that.
          </p>
          <p>
            Drawing live video takes scarce computers. There can be a queue, and we do not promise that a
            stream is available at any given moment, at a certain speed or in a certain quality.
          </p>
        </>
      ),
    },
    {
      id: 'content',
      title: 'Your prompts and your dreams',
      body: (
        <>
          <p>
            What you write and say stays yours. As far as the law knows rights in generated video, the dreams
            that you make are yours too, for private and for commercial use. Others may get a similar picture
            from a similar prompt, and that is not a breach of your rights.
          </p>
          <p>
            So that we can run the service you allow us to store, process, convert and transmit your prompts,
            voice recordings and dreams, and to show a dream to everybody who has its link while you keep
            sharing it switched on. This permission ends when the content is deleted.
          </p>
          <p>
            You are responsible for what you enter and for what you do with the result. When you publish a
            dream, say that it was made by AI where the law or honesty asks for it.
          </p>
        </>
      ),
    },
    {
      id: 'rules',
      title: 'What is not allowed',
      body: (
        <>
          <p>You may not use the service</p>
          <ul>
            <li>
              to break the law or somebody’s rights, the rights in their works, name and likeness included;
            </li>
            <li>to make anything that sexualises, exploits or endangers children;</li>
            <li>
              to show real people without their consent in order to deceive, harass, degrade or undress them;
            </li>
            <li>to call for violence, terror or hatred against people, or to celebrate it;</li>
            <li>to spread deception, such as forged news or forged evidence;</li>
            <li>
              to get around limits, filters or access control, to probe or overload the service, or to run it
              by scripts that we did not agree to;
            </li>
            <li>
              to resell access to it, or to build a competing service out of its output, without our written
              consent.
            </li>
          </ul>
          <p>
            We may remove content that breaks these rules, end a stream, and suspend or close the account. In
            serious cases we report it to the authorities. Where it is fair to do so, we tell you why and hear
            you first.
          </p>
        </>
      ),
    },
    {
      id: 'reports',
      title: 'Reporting content',
      body: (
        <p>
          If a dream that somebody shares violates your rights or these rules, write to{' '}
          <MailTo address={supportEmail} /> with its link and the reason. If your report concerns copyright,
          name the work and confirm that you may act for its owner. We look at every report and take down what
          must not stay.
        </p>
      ),
    },
  ];
}

function payingSections({ supportEmail }: LegalPageProps): LegalSection[] {
  return [
    {
      id: 'plans',
      title: 'Trial and plans',
      body: (
        <>
          <p>
            A new account starts with a small number of free trial streams. The Basic plan has a monthly
            number of streams, the Premium plan has none. The plans page shows today’s figures, prices and
            taxes before you order. A stream counts once its first picture has reached you; one that our side
            breaks off at once does not count.
          </p>
          <p>
            The trial is meant once for each person. Deleting an account and opening a new one does not renew
            it. “Unlimited” covers a person’s own use of one stream at a time.
          </p>
        </>
      ),
    },
    {
      id: 'payment',
      title: 'Paying and cancelling',
      body: (
        <>
          <p>
            Paid plans renew every month, and each month is paid in advance until you cancel. Our payment
            provider takes your payment; we never see your full card details. If a payment fails we may try
            again and pause the plan meanwhile.
          </p>
          <p>
            You can cancel at any time under Manage Billing in Settings. The plan then runs to the end of the
            month that is paid. When you upgrade, the new plan starts at once and you pay the difference.
            Prices can change for months that are not paid yet; we tell you at least 30 days before.
          </p>
        </>
      ),
    },
    {
      id: 'refunds',
      title: 'No refunds',
      body: (
        <p>
          There are no refunds: not for months that have begun, not for streams that you did not use, and not
          for pictures that turned out differently than you hoped. Rights to a refund that the law gives you
          and that cannot be waived remain. If you were charged by mistake, write to{' '}
          <MailTo address={supportEmail} /> and we put it right.
        </p>
      ),
    },
  ];
}

function closingSections({ appName, companyName, supportEmail }: LegalPageProps): LegalSection[] {
  return [
    {
      id: 'closing',
      title: 'Closing an account',
      body: (
        <>
          <p>
            You can close your account in Settings at any time; for a few days you can still change your mind.
            We may close an account that breaks these terms, or, with 30 days’ notice, because we end the
            service. What you paid for months that we cut short without your fault is returned to you.
          </p>
          <ul>
            <li>Closed accounts and everything in them are deleted within 6 months.</li>
            <li>Backups are kept 3 months and then overwritten.</li>
            <li>Billing information is kept 7 years.</li>
            <li>Information about legal transactions is kept 10 years.</li>
          </ul>
          <p>
            The <a href="/privacy#how-long">Privacy Policy</a> names the shorter times that we set ourselves
            for personal data. Download what you want to keep before you close the account.
          </p>
        </>
      ),
    },
    {
      id: 'software',
      title: 'Our rights',
      body: (
        <p>
          The software, the texts and the name of {appName} belong to {companyName} or to those who license
          them to us. Parts of the software are open source and come under their own licences, which these
          terms do not limit. If you send us an idea, we may use it without owing you anything for it.
        </p>
      ),
    },
    {
      id: 'warranty',
      title: 'No warranty',
      body: (
        <p>
          The service is provided as it is and as it is available. As far as the law allows we give no
          warranty, neither express nor implied, that it is free of faults, fit for a particular purpose, or
          that a dream is kept for ever. Keep a copy of what matters to you.
        </p>
      ),
    },
    {
      id: 'liability',
      title: 'Liability',
      body: (
        <>
          <p>
            As far as the law allows, we are not liable for indirect damage, lost profit or lost data, and our
            liability in all is limited to what you paid us in the twelve months before the damage. Nothing in
            these terms limits liability that cannot be limited by law, such as for intent, gross negligence,
            or harm to life and health.
          </p>
          <p>
            If somebody claims damages from us because of what you did with the service against these terms,
            you take over those damages and the reasonable cost of the defence.
          </p>
        </>
      ),
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      body: (
        <p>
          We may change these terms, for instance when the law or the service changes. When a change matters
          to you we tell you in advance, by e-mail or in the service. If you do not agree, you can close your
          account before it takes effect; using the service afterwards accepts it.
        </p>
      ),
    },
    {
      id: 'law',
      title: 'Law and disputes',
      body: (
        <p>
          The law of the country where {companyName} has its seat applies, together with the consumer
          protection of the country where you live. Please write to us first; most things are settled in one
          mail. If a part of these terms turns out to be void, the rest stays in force.
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
