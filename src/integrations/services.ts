import type { Change } from '#changes/public-changes.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { lastSeq } from '#runtime/follow-log.ts';
import { asReady, type IntegrationKind } from './integration-record.ts';

// Services that a setting turns on: a WebSub hub, and IndexNow. Each is one row beside the webhooks.

/** A service and its address. */
export type Service = { kind: Exclude<IntegrationKind, 'webhook'>; address: string };

/** Makes the rows of services that are new, and follows a changed setting. A new one begins with the next change. */
export async function storeServices(deps: Deps, services: readonly Service[], baseUrl: string): Promise<void> {
  if (services.length === 0) return;
  await deps.db.write(async (tx) => {
    const after_seq = await lastSeq({ read: tx }, 'publication_log');
    for (const { kind, address } of services)
      await tx
        .insertInto('integration')
        .values({
          id: kind,
          kind,
          address,
          base_url: baseUrl,
          note: '',
          created_at: now(deps),
          after_seq,
          secrets: '[]',
          sign_key: null,
          off_at: null,
          off_because: null,
          ...asReady(deps),
        })
        .onConflict((known) => known.column('id').doUpdateSet({ address, base_url: baseUrl }))
        .execute();
  });
}

/** The body that tells a hub which feeds are new (WebSub, section 7, as hubs in use understand it). */
export function websubBody(feeds: readonly string[]): string {
  const fields = new URLSearchParams({ 'hub.mode': 'publish' });
  for (const feed of feeds) fields.append('hub.url', feed);
  return fields.toString();
}

/** The body that tells search engines the addresses that came, changed or went (IndexNow, "Submitting set of URLs"). */
export function indexNowBody(baseUrl: string, key: string, addresses: readonly string[]): string {
  const { host } = new URL(baseUrl);
  return JSON.stringify({ host, key, keyLocation: `${baseUrl}/indexnow.txt`, urlList: addresses });
}

/** The sections that changes are about, without repetition. */
export function sectionsOf(changes: readonly Change[]): string[] {
  return [...new Set(changes.flatMap(({ section, moved }) => [section, ...(moved ? [moved.section] : [])]))];
}

/** The articles whose addresses came, changed or went, without repetition. */
export function addressesOf(changes: readonly Change[]): { section: string; slug: string }[] {
  const all = changes.flatMap(({ section, slug, moved }) => [{ section, slug }, ...(moved ? [moved] : [])]);
  return [...new Map(all.map((address) => [`${address.section}/${address.slug}`, address])).values()];
}
