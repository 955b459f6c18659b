import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { oauthServer } from '#agents/pages/oauth-json.ts';
import type { Publication } from '#config/config.ts';
import { tdmRep } from '#http/licence.ts';
import type { PublicArticle } from '#reading/pages/article-json.ts';
import { recordExamples } from '#records/pages/record-schemas.ts';

/** Examples of the discovery documents. */
export function foundExamples(publication: Publication, article: PublicArticle) {
  const { baseUrl, name, description } = publication;
  const scopes = ['article:draft', 'article:edit'];
  return {
    ApiCatalog: {
      name,
      openapi: `${baseUrl}/openapi.json`,
      articles: `${baseUrl}/api/public/articles`,
      llms: `${baseUrl}/llms.txt`,
    },
    WebManifest: {
      name,
      short_name: name,
      description,
      lang: 'en',
      start_url: '/',
      scope: '/',
      id: '/',
      display: 'browser',
      background_color: '#fbfaf7',
      theme_color: '#b5541c',
      icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' }],
    },
    McpPointer: {
      name,
      description: 'List, read, draft and revise articles. It cannot publish or approve.',
      endpoint: `${baseUrl}/api/mcp`,
      transport: 'streamable-http',
    },
    ServerCard: {
      name: 'example.magazine/editorial',
      version: '0.1.0',
      description: 'List, read, draft and revise articles. It cannot publish or approve.',
      remotes: [{ type: 'streamable-http', url: `${baseUrl}/api/mcp`, supportedProtocolVersions: ['2025-11-25'] }],
    },
    ProtectedResource: {
      resource: baseUrl,
      resource_name: name,
      authorization_servers: [`${baseUrl}/oauth`, baseUrl],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      resource_documentation: `${baseUrl}/auth.md`,
    },
    AuthorizationServer: {
      issuer: baseUrl,
      token_endpoint: `${baseUrl}/api/agent/token`,
      grant_types_supported: ['urn:example:agent-auth:grant-type:claim'],
      token_endpoint_auth_methods_supported: ['none'],
      scopes_supported: scopes,
      agent_auth: {
        skill: `${baseUrl}/auth.md`,
        identity_endpoint: `${baseUrl}/api/agent/identity`,
        identity_types_supported: ['service_auth'],
      },
    },
    OAuthServer: oauthServer(publication, true),
    Linkset: {
      linkset: [{ anchor: `${baseUrl}/api`, 'service-desc': [{ href: `${baseUrl}/openapi.json` }] }],
    },
    AiCatalog: {
      specVersion: '1.0',
      host: { displayName: name },
      entries: [
        {
          identifier: 'urn:air:magazine.example:mcp:editorial',
          displayName: `${name} editorial MCP server`,
          type: 'application/mcp-server-card+json',
          url: `${baseUrl}/api/mcp/server-card`,
        },
      ],
    },
    AgentSkills: {
      skills: [
        {
          name: 'read',
          type: 'skill-md',
          description: 'How to find and read articles.',
          url: `${baseUrl}/.well-known/agent-skills/read/SKILL.md`,
          digest: `sha256:${'0'.repeat(64)}`,
        },
      ],
    },
    JsonFeed: {
      version: 'https://jsonfeed.org/version/1.1',
      title: name,
      home_page_url: `${baseUrl}/`,
      feed_url: `${baseUrl}/feed.json`,
      items: [
        {
          id: 'urn:uuid:0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f',
          url: article.url,
          title: article.headline,
          content_html: '<p>The crew ran the machine for six weeks.</p>',
          date_published: '2026-09-06T13:00:00.000Z',
        },
      ],
    },
    ...changeExamples(baseUrl, article),
    ...recordExamples(baseUrl, article),
    ...quoteExamples(article),
    PermanentRevision: permanentRevision(publication, article),
    TdmRep: tdmRep(publication),
    OpenApi: { openapi: '3.1.0', info: { title: name, version: '0.1.0', description }, paths: {}, components: {} },
    Health: { status: 'ok' },
    ...briefExamples(baseUrl, article),
    ...advertisingExamples(publication),
  };
}

function changeExamples(baseUrl: string, { section, slug, url }: PublicArticle) {
  const at = '2026-09-08T14:30:00.000Z';
  const Change = {
    seq: 412,
    at,
    type: 'article.corrected',
    id: '0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f',
    url,
    previousUrl: null,
    section,
    slug,
    revision: 3,
    modifiedAt: at,
    correctionNote: 'The pilot ran for four weeks. The article said five.',
  };
  return {
    Change,
    Changes: { changes: [Change], nextAfter: 412 },
    WebhookTest: { type: 'webhook.test', at, url: `${baseUrl}/` },
  };
}

function quoteExamples({ headline, section, slug, url }: PublicArticle) {
  return {
    QuoteRequest: { text: 'The crew ran the machine for five weeks.' },
    QuoteCheck: {
      ...{ match: 'verbatim', stands: 'corrected', article: '0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f', section, slug },
      ...{ headline, revision: 2, block: 'b1', url: `${url}#b-b1`, permalink: `${url}/r/2#b-b1` },
      passage: 'The crew ran the machine for five weeks.',
      figures: [],
      changed: {
        words: [],
        since: {
          ...{ at: '2026-09-08T14:30:00.000Z', type: 'corrected', revision: 3 },
          note: 'The pilot ran for four weeks. The article said five.',
          now: 'The crew ran the machine for four weeks.',
        },
      },
    },
  };
}

function permanentRevision({ name, language }: Publication, article: PublicArticle) {
  const { url, headline, dek, author, section, slug, publishedAt, modifiedAt, correctedAt, correctionNote } = article;
  const permalink = `${url}/r/0`;
  const text = 'The crew ran the machine for six weeks.';
  const sha256 = '0'.repeat(64);
  return {
    ...{ format: 1, permalink, url, record: `${permalink}/record.json` },
    cite: `${author}. “${headline}.” ${name}, revision 0. ${permalink}`,
    ...{ publication: name, language, id: '0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f', revision: 0 },
    ...{ section, slug, headline, dek, author, publishedAt, modifiedAt, correctedAt, correctionNote },
    ...{ sponsorshipDisclosure: null, picture: null },
    blocks: [{ id: 'b1', anchor: 'b-b1', type: 'paragraph', text, sha256 }],
    ...{ numberTable: null, sources: [], tags: [], figures: [] },
  };
}

function briefExamples(baseUrl: string, { headline, dek, section, slug, url }: PublicArticle) {
  const day = '2026-09-08';
  const brief = {
    ...{ day, number: 1, subject: 'A robot, a slab, and who checks' },
    ...{ sentAt: '2026-09-08T11:30:00.000Z', url: `${baseUrl}/brief/${day}` },
  };
  const story = { headline, section, slug, url, dek, sentence: null, disclosure: null };
  return {
    BriefIndex: { briefs: [brief] },
    PublicBrief: {
      ...brief,
      ...{ intro: [], corrections: [], stories: [story], withdrawn: 0 },
      sponsor: { name: 'Example Layout Tools', label: 'Advertisement' },
    },
  };
}

const FINDING = {
  code: 'pixels',
  severity: 'block',
  message: 'The picture is not of the size asked for.',
  measured: '1440 × 240 px',
  asked: '2880 × 480 px',
};
const SUPPLIER = {
  name: 'Example Layout Tools',
  what: 'Rents layout robots with an operator.',
  place: 'Denver, Colorado',
  url: 'https://supplier.example/',
  paid: true,
};
const FREE = {
  id: 'field-brief',
  title: 'Field Brief',
  term: 'one weekly send',
  free: [{ from: '2026-11-24', to: '2026-11-24' }],
  starts: [{ from: '2026-11-24', to: '2026-11-24' }],
};
const PROOF_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  use: 'sig',
  alg: 'EdDSA',
};
const KEY_STATEMENT = { payload: 'eyJzdGF0ZW1lbnRPZiI6…', protected: 'eyJhbGciOiJFZERTQSIs…', signature: 'Xq3…' };
const CHECK_EXAMPLES = {
  AdDays: { from: '2026-11-24', to: '2026-12-21' },
  AdFreeUnit: FREE,
  AdAvailability: { from: '2026-11-22', until: '2027-12-31', units: [FREE] },
  ProofKey: PROOF_KEY,
  ProofKeyStatement: KEY_STATEMENT,
  ProofKeys: { keys: [PROOF_KEY], statements: [KEY_STATEMENT] },
  AdFinding: FINDING,
  AdMarginPart: { x: 0, y: 0, width: 48, height: 24 },
  AdCheck: {
    unit: 'homepage-band',
    creative: 'homepage-band',
    fits: false,
    findings: [FINDING],
    margin: [],
    shown: null,
  },
  FieldBriefCopy: {
    text: 'Rent a layout robot with an operator for one day. We bring the control points.',
    url: 'https://supplier.example/rent',
  },
  Supplier: SUPPLIER,
  SupplierDirectory: { suppliers: [SUPPLIER], nextCursor: null },
};

/** A short price list: one unit and its creative. */
function advertisingExamples(publication: Publication) {
  const catalog = advertisingCatalog(publication);
  const [unit] = catalog.units.filter(({ id }) => id === 'directory-listing');
  const creatives = catalog.creatives.filter(({ id }) => unit?.creativeIds.includes(id));
  return {
    AdCreative: creatives[0],
    AdUnit: unit,
    ...CHECK_EXAMPLES,
    AdvertisingCatalog: { ...catalog, creatives, units: [unit] },
  };
}
