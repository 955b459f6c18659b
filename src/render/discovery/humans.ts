import type { Publication } from '../../config.ts';

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
