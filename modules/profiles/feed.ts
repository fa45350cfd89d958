import { nameOf } from '../dreams/contract/names.ts';
import { linkPath } from '../dreams/contract/short-link.ts';
import type { ShownDream } from '../dreams/dreams.ts';
import { escapeXml, XML_HEAD, xmlElement } from '../kit/shared/xml.ts';
import { currentLocale } from '../kit/texts/locale.ts';
import { m } from '../kit/texts/m.ts';

interface Feed {
  title: string;
  description: string;
  publicUrl: string;
  /** Path of the profile. */
  path: string;
  dreams: readonly ShownDream[];
}

const dateText = (ms: number) => new Date(ms).toUTCString();

/** RSS 2.0 with the films as enclosures, the last added first. */
export function writeFeed({ title, description, publicUrl, path, dreams }: Feed): string {
  const self = `${publicUrl}${path}/feed.xml`;
  const newest = dreams[0]?.addedAt;
  return [
    XML_HEAD,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    xmlElement('title', title),
    xmlElement('link', publicUrl + path),
    xmlElement('description', description),
    xmlElement('language', currentLocale()),
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>`,
    ...(newest === undefined ? [] : [xmlElement('lastBuildDate', dateText(newest))]),
    ...dreams.map((dream) => itemOf(dream, publicUrl)),
    '</channel></rss>',
  ].join('\n');
}

function itemOf({ id, name, addedAt, videoBytes }: ShownDream, publicUrl: string): string {
  const link = publicUrl + linkPath(id);
  const film = `${publicUrl}/api/d/${id}.mp4`;
  return [
    '<item>',
    xmlElement('title', nameOf({ dream_name: name }) || m.dreams_untitled()),
    xmlElement('link', link),
    `<guid isPermaLink="true">${escapeXml(link)}</guid>`,
    xmlElement('pubDate', dateText(addedAt)),
    `<enclosure url="${escapeXml(film)}" length="${videoBytes ?? 0}" type="video/mp4"/>`,
    '</item>',
  ].join('');
}
