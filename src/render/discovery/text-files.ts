import type { Publication } from '../../config.ts';

// A crawler keeps to its own group alone, so the bots are named beside everybody (RFC 9309, 2.2.1).
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

/** Who may read what: everything that is published, for search and for answers, not for training. */
export function robotsTxt(publication: Publication): string {
  return `${CRAWLERS.map((name) => `User-agent: ${name}`).join('\n')}
Content-Signal: search=yes, ai-input=yes, ai-train=no
Allow: /
Disallow: /api/admin/
Disallow: /agent/
Disallow: /newsroom
Disallow: /preview/

Sitemap: ${publication.baseUrl}/sitemap.xml
Sitemap: ${publication.baseUrl}/news-sitemap.xml
`;
}

/** Who makes the magazine and how it is reached, for people who look behind it (humanstxt.org). */
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

/** How long the file says it holds, in milliseconds: half a year, RFC 9116 asks for less than one. */
const HOLDS = 180 * 24 * 60 * 60 * 1000;

/**
 * Where to report a defect (RFC 9116). With no contact set it is the ad desk, the one address the house always prints.
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
 * Who may sell the magazine's advertising space by machine: nobody. An empty file would say nothing, so the line meant for
 * this stands in it (IAB ads.txt 1.1, 3.2.1).
 */
export function adsTxt({ name, baseUrl, adDesk }: Publication): string {
  const { hostname } = new URL(baseUrl);
  return `# ${name} sells no space by machine. Bookings: ${baseUrl}/api/v1/advertise
placeholder.example.com, placeholder, DIRECT, placeholder
OWNERDOMAIN=${hostname}
CONTACT=${adDesk}
`;
}
