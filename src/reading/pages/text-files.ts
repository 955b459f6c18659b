import { isDeclared } from '#http/declared.ts';
import { contentSignal } from '#http/licence.ts';
import type { Publication } from '#runtime/config/config.ts';

// A crawler reads only its own group, so these bots are named next to `*` (RFC 9309, 2.2.1).
const CRAWLERS = [
  '*',
  'GPTBot',
  'ChatGPT-User',
  'OAI-SearchBot',
  'ClaudeBot',
  'Claude-SearchBot',
  'PerplexityBot',
  'CCBot',
  'Google-Extended',
];

/** The rules for crawlers: all published pages may be read, for the uses of the licence. */
export function robotsTxt(publication: Publication): string {
  return `${CRAWLERS.map((name) => `User-agent: ${name}`).join('\n')}
Content-Signal: ${contentSignal(publication)}
Allow: /
Disallow: /api/admin/
Disallow: /agent/
Disallow: /newsroom
Disallow: /preview/

Sitemap: ${publication.baseUrl}/sitemap.xml
Sitemap: ${publication.baseUrl}/news-sitemap.xml
`;
}

/** Who makes the magazine and how to contact them (humanstxt.org). */
export function humansTxt({ name, byline, contact, adDesk, baseUrl, language }: Publication): string {
  const write = contact ? `Contact: ${contact}` : `Contact, through the ad desk: ${adDesk}`;
  return `/* TEAM */
Newsroom: ${byline}
${write}

/* SITE */
Name: ${name}
Address: ${baseUrl}/
Language: ${language}
Standards: HTML, CSS, RSS 2.0, RFC 4287, JSON Feed 1.1, OpenAPI 3.1, Model Context Protocol
Script on reading pages: none
Software: Plumbline
`;
}

/** The validity of the file in milliseconds: half a year; RFC 9116 recommends less than a year. */
const HOLDS = 180 * 24 * 60 * 60 * 1000;

/**
 * Where to report a vulnerability (RFC 9116). Without a contact setting it is the ad desk, the one address that is always set.
 * @param at milliseconds since 1970; the file is the same all through a UTC day
 */
export function securityTxt(publication: Publication, at: number): string {
  const today = new Date(at).toISOString().slice(0, 10);
  const expires = new Date(Date.parse(today) + HOLDS).toISOString();
  return `Contact: mailto:${publication.contact ?? publication.adDesk}
Expires: ${expires}
Preferred-Languages: ${publication.language}
Canonical: ${publication.baseUrl}/.well-known/security.txt
`;
}

/**
 * Nobody may sell the magazine's advertising space automatically. An empty file would have no meaning, so it has the line
 * for this case (IAB ads.txt 1.1, 3.2.1).
 */
export function adsTxt({ name, baseUrl, adDesk }: Publication): string {
  const { hostname } = new URL(baseUrl);
  const bookings = isDeclared('/api/v1/advertise') ? ` Bookings: ${baseUrl}/api/v1/advertise` : '';
  return `# ${name} sells no space by machine.${bookings}
placeholder.example.com, placeholder, DIRECT, placeholder
OWNERDOMAIN=${hostname}
CONTACT=${adDesk}
`;
}
