export interface Template {
  label: string;
  subject: string;
  content: string;
}

/** Templates to start from. Links point to this page's origin. */
export function templatesFor(appName: string, basicPrice: string, origin: string): Template[] {
  return [
    {
      label: 'Solicit Feedback',
      subject: `How was your dream, {name}?`,
      content: [
        'Hi {name},',
        `you have been dreaming with ${appName}, and we would love to know how it was. What did you want to see? Where did it let you down?`,
        'Just reply to this mail. Two lines are plenty, and somebody who builds it reads every one.',
        `Your next dream is one sentence away: ${origin}/stream`,
        'Thank you!',
      ].join('\n\n'),
    },
    {
      label: 'Dream Stream',
      subject: `A dream stream of your own, {name}`,
      content: `<p>Hi {name},</p>
<p>say a sentence and watch it become live video. With a plan you get:</p>
<ul>
<li><b>A dedicated stream</b>: a machine that dreams for you alone</li>
<li><b>Voice input</b>: speak, and the picture follows</li>
<li><b>Unlimited generation</b>: as many dreams as you like</li>
<li><b>Private by default</b>: yours, until you share one</li>
</ul>
<p>It is ${basicPrice}/month after a free trial with limited streams.</p>
<p><a href="${origin}/stream">Start a dream</a> or look at <a href="${origin}/settings">your plan</a>.</p>`,
    },
  ];
}
