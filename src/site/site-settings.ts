import { type Actor, requireChief, requireEditorial } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import type { SiteIdentity } from '#runtime/config/site-config.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { SITE_SETTINGS, type SiteChange, type SiteSetting } from './site-schema.ts';

/** Stored settings: those that somebody has set. */
export type StoredSite = Partial<SiteIdentity>;

/** Reads what chiefs have set; what is missing has the value of the environment. */
export async function readSiteSettings(tx: Tx): Promise<StoredSite> {
  const rows = await tx.selectFrom('site_setting').selectAll().where('name', 'in', SITE_SETTINGS).execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
}

/**
 * Changes settings of the site; null removes one, so that the value of the environment is shown again. Every process shows the
 * change within a second. Returns the names of the settings that changed.
 * @throws forbidden
 */
export async function saveSiteSettings(deps: Deps, actor: Actor, change: SiteChange): Promise<SiteSetting[]> {
  const isContact = Object.keys(change).every((name) => name === 'contact');
  if (isContact) requireEditorial(actor, 'change the address that readers write to');
  else requireChief(actor, 'change the settings of the site');
  return deps.db.write((tx) => storeSiteSettings(deps, tx, actor, change));
}

/** The same as a part of another act. */
export async function storeSiteSettings(deps: Deps, tx: Tx, actor: Actor, change: SiteChange): Promise<SiteSetting[]> {
  const before = await readSiteSettings(tx);
  const changed = SITE_SETTINGS.filter(
    (name) => name in change && JSON.stringify(change[name] ?? null) !== JSON.stringify(before[name] ?? null),
  );
  if (changed.length === 0) return [];
  for (const name of changed) await storeSetting(tx, name, change[name] ?? null);
  await logPlacement(deps, tx, 'site');
  for (const name of changed)
    await journalChange(deps, tx, actor, { name, from: before[name] ?? null, to: change[name] ?? null });
  return changed;
}

/** Stores the value of a setting; null removes it. */
export async function storeSetting(tx: Tx, name: string, value: unknown): Promise<void> {
  if (value === null) {
    await tx.deleteFrom('site_setting').where('name', '=', name).execute();
    return;
  }
  const json = JSON.stringify(value);
  await tx
    .insertInto('site_setting')
    .values({ name, value: json })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: json }))
    .execute();
}

/** One entry for each setting, with the value before and after it. */
async function journalChange(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { name, from, to }: { name: SiteSetting; from: unknown; to: unknown },
) {
  const subject = { kind: 'setting', id: name };
  const act = name === 'contact' ? 'contact.changed' : 'site.changed';
  await writeJournal(deps, tx, actor, { act, subject, detail: { from, to } });
}
