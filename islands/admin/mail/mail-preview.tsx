import { m } from '../../../modules/kit/texts/m.ts';
import { letterTo } from '../../../modules/mail/contract/compose.ts';
import { mailHtml } from '../../../modules/mail/contract/mail-html.ts';

interface MailPreviewProps {
  appName: string;
  content: string;
  /** name of the first recipient */
  name: string;
}

/**
 * The mail as the first recipient will see it. The frame runs no scripts and follows no links. It shares this page's
 * origin so that the page can add the mail's styles, which the content policy forbids in markup.
 */
export function MailPreview({ appName, content, name }: MailPreviewProps) {
  const html = mailHtml({ appName, letter: letterTo(content, name), unsubscribeUrl: '#' });
  return (
    <div className="mail-preview">
      <span className="label">{m.admin_mails_preview_label()}</span>
      <iframe
        title={m.admin_mails_preview_label()}
        sandbox="allow-same-origin"
        srcDoc={withStylesAside(html)}
        onLoad={({ currentTarget }) => putStylesOn(currentTarget.contentDocument)}
      />
    </div>
  );
}

const withStylesAside = (html: string): string =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style='));

function putStylesOn(mail: Document | null): void {
  for (const element of mail?.querySelectorAll<HTMLElement>('[data-style]') ?? [])
    element.style.cssText = element.dataset.style ?? '';
}
