// Written by scripts/client-types.ts from /openapi.json: do not edit.

export type ArticleDraft = { bodyBlocks: (BodyBlock)[]; dek: string; headline: string; section: string; slug: string; authorId?: string; correctionNote?: string | null; editorialPacket?: EditorialPacket; heroAssetId?: string | null; sources?: (Source)[]; sponsorshipDisclosure?: string | null; tagIds?: (string)[] };

export type ArticleRevision = { bodyBlocks: (BodyBlock)[]; dek: string; headline: string; section: string; slug: string; authorId?: string; correctionNote?: string | null; editorialPacket?: EditorialPacket; heroAssetId?: string | null; sources?: (Source)[]; sponsorshipDisclosure?: string | null; tagIds?: (string)[]; baseRevision: number };

export type BodyBlock = { id: string; text: string; type: "paragraph" | "heading" | "subheading" | "quote" | "list" };

export type EditorialPacket = { claimsReview?: string; editorialStatus?: string; factCheckNotes?: string; heroBrief?: string; reportingGaps?: string; seoDescription?: string; seoTitle?: string; socialExcerpt?: string; sourceNotes?: string };

export type Source = { title: string; url: string; publisher?: string; note?: string };

export type FiledArticle = { notice: string; id: string; status: "draft" | "published" | "changed" | "unpublished"; section: string; slug: string; revision: number; url: string; createdAt: string; updatedAt: string; revisionUrl: string; newsroomUrl: string; gate: Gate; openFigures?: ({ block?: string; text: string; at: string; occurrence?: number; exempt?: "date" | "name" | "ordinal" | "list_number" | "earlier_value" | "small_count"; refused?: { settlement: "sourced" | "computed" | "quoted" | "exempt" | "signed"; by: "editor" | "chief"; at: string; because: string | null; proposedRevision: number }; reopened?: { settlement: "sourced" | "computed" | "quoted" | "exempt" | "signed"; by: "editor" | "chief"; at: string; because: string | null; proposedRevision: number } })[]; openFiguresLeftOut?: number; dryRun?: true };

export type Gate = ({ code: string; severity: "block" | "warn"; message: string; path: string; count?: number; desk?: string; figure?: string; occurrence?: number; block?: string; sentence?: string; words?: string; exempt?: "date" | "name" | "ordinal" | "list_number" | "earlier_value" | "small_count"; settlement?: "sourced" | "computed" | "quoted" | "exempt" | "signed"; lookup?: { state: "found" | "near" | "not_found" | "unreachable"; says?: string; place?: string; passage?: string; because?: string }; refused?: { settlement: "sourced" | "computed" | "quoted" | "exempt" | "signed"; by: "editor" | "chief"; at: string; because: string | null; proposedRevision: number }; reopened?: { settlement: "sourced" | "computed" | "quoted" | "exempt" | "signed"; by: "editor" | "chief"; at: string; because: string | null; proposedRevision: number }; figures?: Record<string, ({ figure: string; occurrence?: number })[]>; changed?: (string)[]; keys?: (string)[] })[];

export type EvidenceFigure = { text: string; field: string; block: string | null; occurrence: number; sentence: string; settlement: "sourced" | "computed" | "quoted" | "exempt" | "signed" | null; class: "date" | "name" | "ordinal" | "list_number" | "earlier_value" | "small_count" | null; source: { title: string; url: string; publisher?: string; archived?: string } | null; locator: string | null; quote: string | null; found?: { by: "address" | "file" | "passage"; at: string; digest: string; agreement: "same" | "rounded" | "converted"; says: string }; unfound?: "not_opened" | "not_found" | "not_compared"; said: { who: string; when: string } | null; computedFrom: { formula: string; figures: ({ name: string; text: string })[] } | null; signed: { by: string | null; reason: string } | null; settledAt: string | null };

export type Review = { state: "in_review" | "changes_requested" | "approved"; revision: number; note: string | null; by: string; at: string } | null;

export type Comments = ({ id: string; from: "editor" | "writer" | "guest" | "agent"; text: string; by: string; at: string; revision: number; blockId: string | null; passage: string | null; occurrence: number | null; changedIn: number | null; answeredBy: number | null; resolvedAt: string | null; replies: ({ from: "editor" | "writer" | "guest" | "agent"; text: string; by: string; at: string })[]; repliesLeftOut?: number })[];

export type Outside = { notice: string; count: number; comments: ({ id: string; from: "editor" | "writer" | "guest" | "agent"; text: string; at: string; revision: number; replies: ({ from: "editor" | "writer" | "guest" | "agent"; text: string; by: string; at: string })[] })[] };

export type PublicArticle = { author: string; correctedAt: string | null; correctionNote: string | null; dek: string; headline: string; modifiedAt: string; publishedAt: string | null; section: string; slug: string; sources: (Source)[]; url: string; archive?: ArchiveMark };

export type ArticleIndex = { articles: (PublicArticle)[]; nextCursor: string | null };

export type IdentityRequest = { type: "service_auth"; login_hint?: string };

export type Identity = { claim_token: string; user_code: string; verification_uri: string; interval: number; expires_in: number };

export type TokenRequest = { grant_type: "urn:example:agent-auth:grant-type:claim"; claim_token: string };

export type AccessToken = { access_token: string; token_type: "Bearer"; expires_in: 900; scope: string };

export type TokenRefusal = { error: "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "invalid_grant" | "invalid_request" | "unsupported_grant_type"; error_description: string; code: "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "invalid_grant" | "invalid_request" | "unsupported_grant_type"; hint: string };

export type Refusal = { code: "bad_request" | "invalid_request" | "unauthorized" | "forbidden" | "insufficient_scope" | "not_found" | "gone" | "method_not_allowed" | "already_done" | "already_exists" | "working_copy_conflict" | "gate_blocked" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "busy" | "db_unavailable" | "storage_full" | "internal" | "not_ready"; error: string; hint: string };

export type ValidationFailed = { code: "validation_failed"; error: string; hint: string; issues: ({ path: string; message: string })[] };

export type IdempotencyKeyReused = { code: "idempotency_key_reused"; error: string; hint: string };

export type RevisionConflict = { code: "revision_conflict"; error: string; hint: string; currentRevision: number };

export type SlugTaken = { code: "slug_taken"; error: string; hint: string; articleId?: string; currentRevision?: number };

export type StoredArticle = { notice?: string; id: string; status: "draft" | "published" | "changed" | "unpublished"; section?: string; slug?: string; revision: number; url?: string; createdAt?: string; updatedAt?: string; revisionUrl?: string; newsroomUrl?: string; gate?: Gate; openFigures?: ({ block?: string; text: string; at: string; occurrence?: number; exempt?: "date" | "name" | "ordinal" | "list_number" | "earlier_value" | "small_count"; refused?: { settlement: "sourced" | "computed" | "quoted" | "exempt" | "signed"; by: "editor" | "chief"; at: string; because: string | null; proposedRevision: number }; reopened?: { settlement: "sourced" | "computed" | "quoted" | "exempt" | "signed"; by: "editor" | "chief"; at: string; because: string | null; proposedRevision: number } })[]; openFiguresLeftOut?: number; dryRun?: true; liveRevision?: number | null; publishedAt?: string | null; archive?: ArchiveMark; bodyBlocks?: (BodyBlock)[]; dek?: string; headline?: string; authorId?: string; correctionNote?: string | null; editorialPacket?: EditorialPacket; heroAssetId?: string | null; sources?: (Source)[]; sponsorshipDisclosure?: string | null; tagIds?: (string)[]; review?: Review; comments?: Comments; commentsLeftOut?: number; outside?: Outside; figures?: (EvidenceFigure)[]; figuresLeftOut?: number; version: number; nextLookAfter: number; next?: string; unchanged?: true };

export type ListedArticle = { id: string; revision: number; version: number; needs?: "my answer"; archive?: ArchiveMark; status?: "draft" | "published" | "changed" | "unpublished"; section?: string; slug?: string; headline?: string; dek?: string; liveRevision?: number | null; url?: string; publishedAt?: string | null; updatedAt?: string };

export type StoredArticleList = { notice?: string; articles: (ListedArticle)[]; nextCursor: string | null; version: number; nextLookAfter: number; authors?: ({ id: string; name: string })[]; tags?: ({ id: string; name: string })[]; namesLeftOut?: number };
