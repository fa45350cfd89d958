import { m } from '../../../modules/kit/texts/m.ts';

export interface Template {
  label: string;
  subject: string;
  content: string;
}

/** Templates to start from. Links point to this page's origin. */
export function templatesFor(appName: string, basicPrice: string, origin: string): Template[] {
  const line = (title: string, text: string) =>
    `<li>${m.kit_labelled({ label: `<b>${title}</b>`, value: text })}</li>`;
  return [
    {
      label: m.admin_mails_template_feedback(),
      subject: m.admin_mails_template_feedback_subject(),
      content: [
        m.admin_mails_template_feedback_greeting(),
        m.admin_mails_template_feedback_text({ app: appName }),
        m.admin_mails_template_feedback_reply({ app: appName }),
        m.admin_mails_template_feedback_link(),
        `${origin}/stream`,
        m.admin_mails_template_feedback_thanks(),
      ].join('\n\n'),
    },
    {
      label: m.admin_mails_template_stream(),
      subject: m.admin_mails_template_stream_subject(),
      content: `<p>${m.admin_mails_template_stream_greeting()}</p>
<p>${m.admin_mails_template_stream_intro()}</p>
<ul>
${line(m.admin_mails_template_stream_dedicated(), m.admin_mails_template_stream_dedicated_text())}
${line(m.admin_mails_template_stream_voice(), m.admin_mails_template_stream_voice_text())}
${line(m.admin_mails_template_stream_unlimited(), m.admin_mails_template_stream_unlimited_text())}
${line(m.admin_mails_template_stream_private(), m.admin_mails_template_stream_private_text())}
</ul>
<p>${m.admin_mails_template_stream_price({ price: basicPrice })}</p>
<p><a href="${origin}/stream">${m.admin_mails_template_stream_start()}</a> · <a href="${origin}/settings">${m.admin_mails_template_stream_plan()}</a></p>`,
    },
  ];
}
