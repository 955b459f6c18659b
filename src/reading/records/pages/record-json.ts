import { articleUrl, revisionUrl } from '#article/addresses.ts';
import { archiveMember } from '#article/archive-words.ts';
import { publicSource } from '#article/pages/article-json.ts';
import { publicationThen } from '#article/public-revisions.ts';
import { figuresJson } from '#evidence/pages/evidence-json.ts';
import type { PublicationFacts } from '#reading/records/publication-facts.ts';
import { type RecordKey, toPem } from '#reading/records/record-keys.ts';
import { revisionJson } from '#reading/records/revisions/revision-json.ts';
import { type JsonRecord, sha256 } from '#reading/records/signing/signed-document.ts';
import type { Publication } from '#runtime/config/config.ts';

// The words of signed records. What a record states once never changes: new members need a new `format`.

/** What a record says it is; the record of a revision from an archive says where that comes from. */
const [RECORD_FORMAT, ARCHIVE_RECORD_FORMAT] = ['plumbline-record/1', 'plumbline-record/2'];

/** What the record of a publication states. */
export function recordOf(publication: Publication, { at, then, corrections }: PublicationFacts): JsonRecord {
  const { article, site, evidence } = then;
  const siteThen = publicationThen(publication, site);
  const { id, section, slug, revision, headline, dek, publishedAt, sources } = article;
  const record = {
    format: article.archive ? ARCHIVE_RECORD_FORMAT : RECORD_FORMAT,
    publication: siteThen.name,
    article: {
      id,
      url: articleUrl(siteThen, article),
      section,
      slug,
      headline,
      dek,
      author: article.author ?? siteThen.byline,
      firstPublishedAt: publishedAt,
    },
    revision,
    permalink: revisionUrl(siteThen, article),
    // Without names of the site from that time, the permanent form has those of today, and changes with them.
    json: site && sha256(`${JSON.stringify(revisionJson(siteThen, then))}\n`),
    publishedAt: at,
    blocks: article.bodyBlocks.map((block) => ({ id: block.id, type: block.type, sha256: sha256(block.text) })),
    sources: sources.map(publicSource),
    figures: evidence && figuresJson(evidence),
    corrections,
    ...archiveMember(article.archive),
  };
  return JSON.parse(JSON.stringify(record)); // without members that are undefined
}

/** The public keys as a JSON Web Key Set (RFC 7517, RFC 8037). */
export function keySetJson(keys: readonly RecordKey[]) {
  return { keys: keys.map(({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' })) };
}

/** The keys in order, each with its signed statement and in PEM. */
export function keyHistoryJson({ baseUrl }: Publication, keys: readonly RecordKey[]) {
  return {
    keys: keys.map(({ kid, x, madeAt, statement }, at) => ({
      kid,
      madeAt,
      replacedAt: keys[at + 1]?.madeAt ?? null,
      pem: toPem(x),
      url: baseUrl + keyPath(kid),
      statement: JSON.parse(statement),
    })),
  };
}

/** The address of a key in PEM. */
export function keyPath(kid: string): string {
  return `/.well-known/record-keys/${kid}.pem`;
}
