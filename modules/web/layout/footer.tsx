import { m } from '../../kit/texts/m.ts';
import { LanguageButton } from './languages.tsx';

interface FooterProps {
  companyName: string;
  companyUrl: string | undefined;
}

export function Footer({ companyName, companyUrl }: FooterProps) {
  return (
    <footer className="site-footer">
      <p>
        © {new Date().getUTCFullYear()} <a href={companyUrl ?? '/'}>{companyName}</a>
      </p>
      <nav aria-label={m.web_footer_label()}>
        <a href="/terms">{m.web_footer_terms()}</a>
        <a href="/privacy">{m.web_footer_privacy()}</a>
        <a href="/check">{m.web_footer_check()}</a>
        <LanguageButton className="footer-language" />
      </nav>
    </footer>
  );
}
