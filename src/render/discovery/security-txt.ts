import type { Publication } from '../../config.ts';

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
