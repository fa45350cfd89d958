import { escapeHtml } from './escape-html.ts';

/** Characters that no XML document may contain, not even escaped; and halves of characters. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Escapes text for XML elements and quoted attributes. */
export const escapeXml = (text: string): string => escapeHtml(text.replace(FORBIDDEN, ' '));

export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>';

/** An element that contains text. */
export const xmlElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;
