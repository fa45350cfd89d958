const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Contents of all elements with this name, in order. S3 never nests elements of the same name. */
export function elements(xml: string, name: string): string[] {
  const [opening, closing] = [`<${name}`, `</${name}>`];
  const found: string[] = [];
  for (let at = xml.indexOf(opening); at >= 0; ) {
    const after = at + opening.length;
    if (!/[\s>]/.test(xml[after] ?? '')) {
      at = xml.indexOf(opening, after);
      continue;
    }
    const start = xml.indexOf('>', after) + 1;
    const end = start === 0 ? -1 : xml.indexOf(closing, start);
    if (end < 0) break;
    found.push(xml.slice(start, end));
    at = xml.indexOf(opening, end);
  }
  return found;
}

/** Text of the first element with this name, or null. */
export function textOf(xml: string, name: string): string | null {
  const [inner] = elements(xml, name);
  return inner === undefined ? null : decode(inner);
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return (Object.hasOwn(ENTITIES, name) && ENTITIES[name]) || whole;
  });
}

export function encode(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign]};`);
}
