import type { Publication } from '#config/config.ts';
import { type Actor, requireChief } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type DeclaredSetting, declared } from '#http/declared.ts';
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
    const before = await readDeclaredSettings(tx);
    const changed = change.filter(
      ({ setting: { name }, value }) => JSON.stringify(value) !== JSON.stringify(before[name] ?? null),
    );
    if (changed.length === 0) return [];
    const after = { ...before, ...Object.fromEntries(changed.map(({ setting, value }) => [setting.name, value])) };
    for (const { setting, value } of changed) {
      await storeSetting(tx, setting.name, value);
      const subject = { kind: 'setting', id: setting.name };
      const detail = {
        from: setting.print({ ...publication, settings: before }),
        to: setting.print({ ...publication, settings: after }),
      };
      await writeJournal(deps, tx, actor, { act: 'site.changed', subject, detail });
    }
    await logPlacement(deps, tx, 'site');
    return changed.map(({ setting }) => setting.name);
  });
}

function readTyped(setting: DeclaredSetting, publication: Publication, typed: string): unknown {
  const text = typed.replaceAll('\r\n', '\n').trim();
  const isDefault = text === '' || text === setting.print({ ...publication, settings: {} });
  return isDefault ? null : setting.read(text, publication);
}
