import type { Copy } from '../../../article/model/copy.ts';

/** The notes of an editorial packet, never published, in the order and by the names the newsroom shows them. */
export const PACKET_NOTES: [keyof NonNullable<Copy['editorialPacket']>, string][] = [
  ['editorialStatus', 'Editorial status'],
  ['claimsReview', 'Claims review'],
  ['factCheckNotes', 'Fact-check notes'],
  ['sourceNotes', 'Source notes'],
  ['reportingGaps', 'Reporting gaps'],
  ['heroBrief', 'Hero brief'],
];

/** The texts of an editorial packet that are published for search engines and shared links. */
export const SEARCH_TEXTS: [keyof NonNullable<Copy['editorialPacket']>, string][] = [
  ['seoTitle', 'Title for search engines'],
  ['seoDescription', 'Description for search engines'],
  ['socialExcerpt', 'Excerpt for sharing'],
];
