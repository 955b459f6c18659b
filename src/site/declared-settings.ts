import { type Actor, requireChief } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type DeclaredSetting, declared } from '#http/declared.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { SITE_SETTINGS } from './site-schema.ts';
import { storeSetting } from './site-settings.ts';

// The settings of the site that capabilities declare. They are stored beside the others, and the publication in the snapshot has their values.

export async function listDeclaredSettings(): Promise<DeclaredSetting[]> {
  const parts = await Promise.all(declared().settings.map((load) => load()));
  return parts.flatMap(({ settings }) => settings);
}

/** The stored values, by name. */
export async function readDeclaredSettings(tx: Tx): Promise<Record<string, unknown>> {
  const rows = await tx.selectFrom('site_setting').selectAll().where('name', 'not in', SITE_SETTINGS).execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
}

/**
 * Changes settings to typed values; an empty text, or what is in force without a stored value, removes the stored one. Every process
 * shows the change within a second. Returns the names of the settings that changed.
 * @throws forbidden, validation_failed
 */
export async function saveDeclaredSettings(
  deps: Deps,
  actor: Actor,
  publication: Publication,
  typed: Readonly<Record<string, string>>,
): Promise<string[]> {
  requireChief(actor, 'change the settings of the site');
  const named = (await listDeclaredSettings()).filter(({ name }) => typed[name] !== undefined);
  const settings = { ...publication.settings };
  const change = named.map((setting) => {
    const value = readTyped(setting, { ...publication, settings }, typed[setting.name] ?? '');
    settings[setting.name] = value;
    return { setting, value };
  });
  return deps.db.write(async (tx) => {
    const changed: string[] = [];
    for (const { setting, value } of change)
      if (await changeDeclaredSetting(deps, tx, actor, { setting, publication, value })) changed.push(setting.name);
    if (changed.length > 0) await logPlacement(deps, tx, 'site');
    return changed;
  });
}

/** Changes one setting as a part of another act, which logs the placement; null removes it. Returns whether it was different. */
export async function changeDeclaredSetting(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { setting, publication, value }: { setting: DeclaredSetting; publication: Publication; value: unknown },
): Promise<boolean> {
  const before = await readDeclaredSettings(tx);
  const { name, print, stored } = setting;
  if (JSON.stringify(value) === JSON.stringify(before[name] ?? null)) return false;
  await storeSetting(tx, name, value);
  await stored?.(tx);
  const after = { ...before, [name]: value };
  const detail = { from: print({ ...publication, settings: before }), to: print({ ...publication, settings: after }) };
  await writeJournal(deps, tx, actor, { act: 'site.changed', subject: { kind: 'setting', id: name }, detail });
  return true;
}

function readTyped(setting: DeclaredSetting, publication: Publication, typed: string): unknown {
  const text = typed.replaceAll('\r\n', '\n').trim();
  const isDefault = text === '' || text === setting.print({ ...publication, settings: {} });
  return isDefault ? null : setting.read(text, publication);
}
