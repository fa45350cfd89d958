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
      <nav aria-label="Legal">
        <a href="/terms">Terms of Service</a>
        <a href="/privacy">Privacy Policy</a>
        <a href="/check">Check a file</a>
      </nav>
    </footer>
  );
}
