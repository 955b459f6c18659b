import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { firstEdition } from '#db/schema/migrations/0001-first-edition.ts';
import { search } from '#db/schema/migrations/0002-search.ts';
import { media } from '#db/schema/migrations/0003-media.ts';
import { newsroom } from '#db/schema/migrations/0004-newsroom.ts';
import { figures } from '#db/schema/migrations/0005-figures.ts';
import { adDesk } from '#db/schema/migrations/0006-ad-desk.ts';
import { adEvidence } from '#db/schema/migrations/0007-ad-evidence.ts';
import { keptText } from '#db/schema/migrations/0008-kept-text.ts';
import { reasonsOfRefusals } from '#db/schema/migrations/0009-reasons-of-refusals.ts';
import { adCorrections } from '#db/schema/migrations/0010-ad-corrections.ts';
import { wordsOfLivePictures } from '#db/schema/migrations/0011-words-of-live-pictures.ts';
import { outboxLinks } from '#db/schema/migrations/0012-outbox-links.ts';
import { noReplace } from '#db/schema/migrations/0013-no-replace.ts';
import { remembered } from '#db/schema/migrations/0014-remembered.ts';
import { oauth } from '#db/schema/migrations/0015-oauth.ts';
import { subscribers } from '#db/schema/migrations/0016-subscribers.ts';
import { briefs } from '#db/schema/migrations/0017-briefs.ts';
import { briefDeliveries } from '#db/schema/migrations/0018-brief-deliveries.ts';
import { bounces } from '#db/schema/migrations/0019-bounces.ts';
import { billing } from '#db/schema/migrations/0020-billing.ts';
import { emailAttachments } from '#db/schema/migrations/0021-email-attachments.ts';
import { bin } from '#db/schema/migrations/0022-bin.ts';
import { adHolds } from '#db/schema/migrations/0023-ad-holds.ts';
import { insertionOrders } from '#db/schema/migrations/0024-insertion-orders.ts';
import { pictureCaptions } from '#db/schema/migrations/0025-picture-captions.ts';
import { adLinks } from '#db/schema/migrations/0026-ad-links.ts';
import { reminders } from '#db/schema/migrations/0027-reminders.ts';
import { previewFollows } from '#db/schema/migrations/0028-preview-follows.ts';
import { draftSearch } from '#db/schema/migrations/0029-draft-search.ts';
import { ownBylines } from '#db/schema/migrations/0030-own-bylines.ts';
import { adSales } from '#db/schema/migrations/0031-ad-sales.ts';
import { timeZones } from '#db/schema/migrations/0032-time-zones.ts';
import { presence } from '#db/schema/migrations/0033-presence.ts';
import { frontPage } from '#db/schema/migrations/0034-front-page.ts';
import { mergedTags } from '#db/schema/migrations/0035-merged-tags.ts';
import { houseAds } from '#db/schema/migrations/0036-house-ads.ts';
import { retractionNotices } from '#db/schema/migrations/0037-retraction-notices.ts';
import { authorProfiles } from '#db/schema/migrations/0038-author-profiles.ts';
import { relatedArticles } from '#db/schema/migrations/0039-related-articles.ts';
import { rankedSearch } from '#db/schema/migrations/0040-ranked-search.ts';
import { numberTables } from '#db/schema/migrations/0041-number-tables.ts';
import { series } from '#db/schema/migrations/0042-series.ts';
import { tagAddresses } from '#db/schema/migrations/0043-tag-addresses.ts';
import { integrations } from '#db/schema/migrations/0044-integrations.ts';
import { signedRecords } from '#db/schema/migrations/0045-signed-records.ts';
import { publicRevisions } from '#db/schema/migrations/0046-public-revisions.ts';
import { quotes } from '#db/schema/migrations/0047-quotes.ts';
import { siteSettings } from '#db/schema/migrations/0048-site-settings.ts';
import { imports } from '#db/schema/migrations/0049-imports.ts';
import { exportJobs } from '#db/schema/migrations/0050-exports.ts';
import { archiveMode } from '#db/schema/migrations/0051-archive-mode.ts';
import { restoreMode } from '#db/schema/migrations/0052-restore.ts';
import { bouncesAtSmtp } from '#db/schema/migrations/0053-bounces-at-smtp.ts';
import { quotesBesideBody } from '#db/schema/migrations/0054-quotes-beside-body.ts';
import { endedImports } from '#db/schema/migrations/0055-ended-imports.ts';
import { oldPictures } from '#db/schema/migrations/0056-old-pictures.ts';

/** All migrations, oldest first. */
export function migrationsOf(kind: Database['kind']): Record<string, Migration> {
  return {
    '0001-first-edition': firstEdition(kind),
    '0002-search': search(kind),
    '0003-media': media(kind),
    '0004-newsroom': newsroom(kind),
    '0005-figures': figures(kind),
    '0006-ad-desk': adDesk(kind),
    '0007-ad-evidence': adEvidence(kind),
    '0008-kept-text': keptText(kind),
    '0009-reasons-of-refusals': reasonsOfRefusals(kind),
    '0010-ad-corrections': adCorrections(kind),
    '0011-words-of-live-pictures': wordsOfLivePictures(),
    '0012-outbox-links': outboxLinks(kind),
    '0013-no-replace': noReplace(kind),
    '0014-remembered': remembered(kind),
    '0015-oauth': oauth(kind),
    '0016-subscribers': subscribers(kind),
    '0017-briefs': briefs(kind),
    '0018-brief-deliveries': briefDeliveries(kind),
    '0019-bounces': bounces(kind),
    '0020-billing': billing(),
    '0021-email-attachments': emailAttachments(kind),
    '0022-bin': bin(kind),
    '0023-ad-holds': adHolds(kind),
    '0024-insertion-orders': insertionOrders(kind),
    '0025-picture-captions': pictureCaptions(),
    '0026-ad-links': adLinks(kind),
    '0027-reminders': reminders(kind),
    '0028-preview-follows': previewFollows,
    '0029-draft-search': draftSearch(kind),
    '0030-own-bylines': ownBylines(kind),
    '0031-ad-sales': adSales(kind),
    '0032-time-zones': timeZones(kind),
    '0033-presence': presence(kind),
    '0034-front-page': frontPage(kind),
    '0035-merged-tags': mergedTags(kind),
    '0036-house-ads': houseAds(kind),
    '0037-retraction-notices': retractionNotices(kind),
    '0038-author-profiles': authorProfiles(kind),
    '0039-related-articles': relatedArticles(kind),
    '0040-ranked-search': rankedSearch(kind),
    '0041-number-tables': numberTables(),
    '0042-series': series(kind),
    '0043-tag-addresses': tagAddresses(kind),
    '0044-integrations': integrations(kind),
    '0045-signed-records': signedRecords(kind),
    '0046-public-revisions': publicRevisions(kind),
    '0047-quotes': quotes(kind),
    '0048-site-settings': siteSettings(kind),
    '0049-imports': imports(kind),
    '0050-exports': exportJobs(kind),
    '0051-archive-mode': archiveMode(),
    '0052-restore': restoreMode(),
    '0053-bounces-at-smtp': bouncesAtSmtp(kind),
    '0054-quotes-beside-body': quotesBesideBody(),
    '0055-ended-imports': endedImports(),
    '0056-old-pictures': oldPictures(),
  };
}

/** The names of the migrations of this release, oldest first. */
export function knownMigrations(): string[] {
  return Object.keys(migrationsOf('sqlite'));
}

/** The names of the migrations applied to a database, oldest first. */
export async function appliedMigrations(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(tx);
  return rows.map((row) => row.name);
}

/** The name of the last migration of this release. */
export function latestMigration(): string {
  return knownMigrations().at(-1) ?? '';
}
