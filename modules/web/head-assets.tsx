import type { BuiltScript, Manifest } from '../../islands/build/manifest.ts';
import { BASE_LOCALE, currentLocale } from '../kit/texts/locale.ts';
import type { AppContext } from './context.ts';
import type { Rendered } from './island.tsx';
import { islandScript } from './island-script.ts';

/** Styles and scripts of a page and its islands. */
export function HeadAssets({ c, rendered }: { c: AppContext; rendered: Rendered }) {
  const { manifest } = c.get('assets');
  const { integrity } = manifest;
  const nonce = c.get('secureHeadersNonce');
  const built = scriptsOf(manifest);
  const islands = rendered.islands.map(({ name, priority }) => ({
    name,
    priority,
    built: built?.islands[name],
  }));
  const plain = ['page', ...rendered.scripts].flatMap((name) => built?.scripts[name] ?? []);
  const client = islands.length > 0 ? (built?.client ?? null) : null;
  const preloads = new Set(plain.flatMap(({ imports }) => imports));
  const later = filesOf([client, ...islands.map(({ priority, built }) => priority !== 'visible' && built)]);
  const styles = new Set([manifest.css, ...islands.flatMap(({ name }) => manifest.islandStyles[name] ?? [])]);
  // Islands are loaded by dynamic import, which has no integrity attribute, so the import map carries the hashes.
  const imported = [client && { ...client, later: [] }, ...islands.map(({ built }) => built)].flatMap(
    (script) => (script ? [script.src, ...script.imports, ...script.later] : []),
  );
  const next = rendered.next && [
    ...filesOf([built?.client, built?.islands[rendered.next]]),
    ...(manifest.islandWorkers[rendered.next] ?? []),
    ...[manifest.islandStyles[rendered.next] ?? []].flat(),
  ];
  return (
    <>
      {[...styles].map((href) => (
        <link key={href} rel="stylesheet" href={href} integrity={integrity[href]} />
      ))}
      {imported.length > 0 && (
        <script
          type="importmap"
          nonce={nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses and digests of our own build
          dangerouslySetInnerHTML={{ __html: importMap(imported, integrity) }}
        />
      )}
      {[...preloads].map((href) => (
        <link key={href} rel="modulepreload" href={href} integrity={integrity[href]} />
      ))}
      {plain.map(({ src }) => (
        <script key={src} type="module" src={src} nonce={nonce} integrity={integrity[src]} />
      ))}
      {[...later]
        .filter((href) => !preloads.has(href))
        .map((href) => (
          <link key={href} data-later="" href={href} integrity={integrity[href]} />
        ))}
      {islands
        .flatMap(({ name }) => manifest.islandWorkers[name] ?? [])
        .map((href) => (
          <link key={href} rel="prefetch" href={href} />
        ))}
      {client && (
        <script
          type="module"
          nonce={nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: an address of our own build
          dangerouslySetInnerHTML={{ __html: islandScript(client.src) }}
        />
      )}
      {next?.map((href) => (
        <link key={href} data-next="" href={href} />
      ))}
    </>
  );
}

/** Bundles in the HTML's language, because both must agree at hydration. */
const scriptsOf = ({ locales }: Manifest) => locales[currentLocale()] ?? locales[BASE_LOCALE];

/** A plain script alone, for a page that doesn't come from renderPage(). */
export function LooseScript({ c, name }: { c: AppContext; name: string }) {
  const { manifest } = c.get('assets');
  const src = scriptsOf(manifest)?.scripts[name]?.src;
  if (!src) return null;
  const nonce = c.get('secureHeadersNonce');
  return <script type="module" src={src} nonce={nonce} integrity={manifest.integrity[src]} />;
}

/** These scripts and everything that they import at once. */
const filesOf = (scripts: (BuiltScript | false | null | undefined)[]) =>
  new Set(scripts.flatMap((script) => (script ? [script.src, ...script.imports] : [])));

function importMap(addresses: string[], integrity: Record<string, string>): string {
  const known = addresses.flatMap((address) => (integrity[address] ? [[address, integrity[address]]] : []));
  return JSON.stringify({ integrity: Object.fromEntries(known) });
}
