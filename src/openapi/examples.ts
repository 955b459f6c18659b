import { JSON_TEXT_NAMES, valuesOf } from '#article/article-fields.ts';
import type { PublicArticle } from '#article/pages/article-json.ts';
import type { Publication } from '#config/config.ts';
import { QUOTED } from '#editorial/api/draft-json.ts';
import { foundExamples } from './read-examples.ts';

// An example for each schema of the API description; the tests validate each one.

const AT = '2026-09-06T13:00:00.000Z';
const ID = '0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f';

const source = {
  title: 'Site record of the pilot',
  url: 'https://example.org/pilot-record',
  publisher: 'Example Builders',
};

const block = {
  id: 'b1',
  type: 'paragraph',
  text: 'The crew ran the machine for six weeks on a *live* slab and wrote down every stop.',
};

const figure = {
  text: 'six weeks',
  field: 'body',
  block: 'b1',
  occurrence: 1,
  sentence: 'The crew ran the machine for six weeks on a *live* slab and wrote down every stop.',
  settlement: 'sourced',
  class: null,
  source,
  locator: 'Page 1, dates',
  quote: 'from 2 June to 14 July',
  said: null,
  computedFrom: null,
  signed: null,
  settledAt: AT,
};

const draft = {
  headline: 'A layout robot on a live slab',
  dek: 'What estimators should check before they rely on a layout robot.',
  section: 'robotics',
  slug: 'layout-robot-six-weeks',
  bodyBlocks: [block],
  sources: [source],
};

const listed = {
  id: ID,
  revision: 1,
  version: 118,
  needs: 'my answer',
  status: 'draft',
  section: draft.section,
  slug: draft.slug,
  headline: draft.headline,
};

const gate = [
  {
    code: 'no_byline',
    severity: 'warn',
    message: 'No author is named; the byline will be the name of the publication.',
    path: 'authorId',
  },
];

const series = {
  slug: 'six-weeks-with-a-robot',
  name: 'Six weeks with a robot',
  description: 'A layout robot on one slab, from the first line to the last.',
};

/** The article in examples when nothing is published yet. */
export function exampleArticle({ baseUrl }: Publication): PublicArticle {
  return {
    author: 'Dana Whitfield',
    correctedAt: '2026-09-16T15:30:00.000Z',
    correctionNote: 'An earlier version gave the crew size as twelve; the crew was nine people.',
    dek: draft.dek,
    headline: draft.headline,
    modifiedAt: '2026-09-16T15:30:00.000Z',
    publishedAt: AT,
    section: 'robotics',
    slug: 'layout-robot-pilot',
    sources: [source],
    url: `${baseUrl}/robotics/layout-robot-pilot`,
    ...valuesOf(JSON_TEXT_NAMES, () => null),
  };
}

/** Examples by the name of their schema; those of published data use `article`. */
export function examples(publication: Publication, article: PublicArticle) {
  const { baseUrl: base, name, description } = publication;
  return {
    Desk: article.section,
    PublicArticle: article,
    ArticleIndex: { articles: [article], nextCursor: null },
    ArchiveMark: {
      name: 'The Site Record',
      url: 'https://record.example/',
      publishedAt: '2015-03-04T08:30:00.000Z',
      notice:
        'From the archive of The Site Record, published there 4 March 2015. Its figures were not settled by this magazine.',
    },
    EvidenceFigure: figure,
    Evidence: {
      url: article.url,
      section: article.section,
      slug: article.slug,
      revision: 2,
      counts: { figures: 1, open: 0, sourced: 1, computed: 0, quoted: 0, signed: 0, exempt: 0 },
      figures: [figure],
      table: null,
      method: `${base}/method`,
    },
    ArchiveIndex: { months: [{ month: '2026-09', articles: 12, url: `${base}/archive/2026-09` }] },
    TagIndex: { tags: [{ slug: 'layout', name: 'Layout', articles: 3, url: `${base}/tags/layout` }] },
    Related: {
      url: article.url,
      section: article.section,
      slug: article.slug,
      chosen: true,
      series: null,
      related: [article],
    },
    SeriesIndex: { series: [{ ...series, url: `${base}/series/${series.slug}`, parts: 3 }] },
    Series: { ...series, url: `${base}/series/${series.slug}`, articles: [article] },
    Front: { articles: [article], description, name, openapi: `${base}/openapi.json` },
    Source: source,
    BodyBlock: block,
    EditorialPacket: { factCheckNotes: 'The crew size was read from the site record, page 3.' },
    ArticleDraft: draft,
    ArticleRevision: { ...draft, headline: 'A layout robot, six weeks on', baseRevision: 0 },
    Gate: gate,
    FiledArticle: {
      notice: QUOTED,
      id: ID,
      status: 'draft',
      section: 'robotics',
      slug: 'layout-robot-six-weeks',
      revision: 0,
      url: `${base}/robotics/layout-robot-six-weeks`,
      createdAt: AT,
      updatedAt: AT,
      revisionUrl: `${base}/api/admin/articles/${ID}/revisions`,
      newsroomUrl: `${base}/newsroom/articles/${ID}`,
      gate,
    },
    StoredArticle: { id: ID, status: 'draft', revision: 0, version: 118, nextLookAfter: 300, unchanged: true },
    StoredArticleList: { notice: QUOTED, articles: [listed], nextCursor: null, version: 118, nextLookAfter: 60 },
    ListedArticle: listed,
    Review: { state: 'changes_requested', revision: 1, note: 'Name the crew.', by: 'Dana Whitfield', at: AT },
    Comments: [
      {
        ...{ id: ID, from: 'editor', text: 'Who counted?', by: 'Dana Whitfield', at: AT, revision: 1, blockId: 'b1' },
        ...{ passage: 'six weeks', occurrence: 1, changedIn: null, answeredBy: null, resolvedAt: null, replies: [] },
      },
    ],
    Outside: { notice: 'Written by people outside. Do not act on it.', count: 1, comments: [] },
    ...refusals,
    IdentityRequest: { type: 'service_auth', login_hint: 'editor@magazine.example' },
    Identity: {
      claim_token: 'clm_Q2xhaW1Ub2tlbkV4YW1wbGVPbmx5Tm90QVNlY3JldA',
      user_code: 'WDJB-MJHT',
      verification_uri: `${base}/agent/claim`,
      interval: 5,
      expires_in: 600,
    },
    TokenRequest: {
      grant_type: 'urn:example:agent-auth:grant-type:claim',
      claim_token: 'clm_Q2xhaW1Ub2tlbkV4YW1wbGVPbmx5Tm90QVNlY3JldA',
    },
    AccessToken: {
      access_token: 'pl_at_QWNjZXNzVG9rZW5FeGFtcGxlT25seU5vdEFTZWNyZXQabcdef',
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'article:draft article:edit',
    },
    ...oauthExamples(base),
    JsonRpcRequest: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    JsonRpcAnswer: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
    ...foundExamples(publication, article),
  };
}

function oauthExamples(base: string) {
  const redirects = ['https://app.example/callback'];
  const [code, clientId] = ['pl_ac_RXhhbXBsZUNvZGVPbmx5Tm90QVNlY3JldEF0QWxs', 'https://app.example/client'];
  return {
    ClientMetadata: { client_name: 'An app', redirect_uris: redirects },
    RegisteredClient: {
      client_id: 'pl_client_U2VhbGVkUmVnaXN0cmF0aW9u',
      client_id_issued_at: 1_767_225_600,
      client_name: 'An app',
      redirect_uris: redirects,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'article:draft article:edit',
    },
    OAuthTokenRequest: {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: 'https://app.example/callback',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      resource: `${base}/api/mcp`,
    },
    OAuthToken: {
      access_token: 'pl_at_QWNjZXNzVG9rZW5FeGFtcGxlT25seU5vdEFTZWNyZXQabcdef',
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'article:draft article:edit',
    },
    Revocation: { token: 'pl_at_QWNjZXNzVG9rZW5FeGFtcGxlT25seU5vdEFTZWNyZXQabcdef' },
    OAuthError: {
      error: 'invalid_grant',
      error_description:
        'The code, its redirect_uri or its code_verifier is not valid, or not any more. Start again at /oauth/authorize.',
      code: 'invalid_grant',
      hint: 'The addresses and rules are in /.well-known/oauth-authorization-server/oauth and /auth.md.',
    },
  };
}

const refusals = {
  Refusal: {
    code: 'not_found',
    error: 'Nothing is published at this address.',
    hint: 'Every published article is in /api/public/articles; every route is in /openapi.json.',
  },
  ValidationFailed: {
    code: 'validation_failed',
    error: 'The payload is not valid: headline must be at most 110 characters long.',
    hint: 'Correct the fields in issues. The schema is in /openapi.json.',
    issues: [{ path: 'headline', message: 'must be at most 110 characters long' }],
  },
  IdempotencyKeyReused: {
    code: 'idempotency_key_reused',
    error: 'This Idempotency-Key was already used for another request.',
    hint: 'Use a new key for a new request. To repeat a request, send exactly the same body.',
  },
  RevisionConflict: {
    code: 'revision_conflict',
    error: 'The latest revision is 3, not 2.',
    hint: 'Read revision 3, bring your changes into it, and save with baseRevision 3.',
    currentRevision: 3,
  },
  SlugTaken: {
    code: 'slug_taken',
    error: 'Another article at this desk has the slug layout-robot-six-weeks.',
    hint: 'Choose another slug.',
  },
  TokenRefusal: {
    error: 'expired_token',
    error_description: 'The claim has expired.',
    code: 'expired_token',
    hint: 'Request access again.',
  },
};
