import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Environment } from '#config/env.ts';
import { CLI } from '#core/actor.ts';
import type { DeclaredSetting } from '#http/declared.ts';
import { formatTable, onlyArgument, withDeps } from '#runtime/command-line/command.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { listDeclaredSettings, saveDeclaredSettings } from '#site/declared-settings.ts';
import { removeLogo, saveLogo } from '#site/logo.ts';
import { parseSettings, printSetting, TYPED_SETTINGS, type TypedSetting } from '#site/setting-text.ts';
import { readSiteSettings, saveSiteSettings } from '#site/site-settings.ts';

/** `settings list` */
export async function listSettings(args: string[], environment: Environment): Promise<void> {
  parseArgs({ args });
  await withDeps(environment, async (deps, { siteDefaults }) => {
    const { publication } = siteSnapshot();
    const stored = await readSiteSettings(deps.db.read);
    const rows = TYPED_SETTINGS.map((name) => {
      const value = printSetting({ ...siteDefaults, ...stored, byline: publication.byline }[name]);
      return [name, name in stored ? 'newsroom' : 'environment', value.replaceAll('\n', '; ')];
    });
    for (const { name, print } of await listDeclaredSettings()) {
      const from = publication.settings && name in publication.settings ? 'newsroom' : 'software';
      rows.push([name, from, print(publication).replaceAll('\n', '; ')]);
    }
    const { logo } = publication;
    const logoRow = ['logo', logo ? 'newsroom' : 'environment', logo ? `${logo.width} by ${logo.height} pixels` : ''];
    console.log(formatTable([['SETTING', 'FROM', 'VALUE'], ...rows, logoRow]));
  });
}

/** `settings set`: links are separated by `;`, as `settings list` prints them. */
export async function setSetting([given = '', ...words]: string[], environment: Environment): Promise<void> {
  const text = onlyArgument(words, 'value');
  const declared = await findDeclared(given);
  if (declared) return setDeclared(environment, given, declared.hasLines ? text.replaceAll(';', '\n') : text);
  const name = await nameOf(given);
  const value = ['navigation', 'footer', 'social'].includes(name) ? text.replaceAll(';', '\n') : text;
  await withDeps(environment, async (deps, config) => {
    const change = parseSettings({ [name]: value }, config.siteDefaults);
    const changed = await saveSiteSettings(deps, CLI, change);
    console.log(changed.length > 0 ? `Changed ${name}. Running servers show it now.` : `${name} was so already.`);
  });
}

/** `settings reset` */
export async function resetSetting(args: string[], environment: Environment): Promise<void> {
  const given = onlyArgument(args, 'setting');
  if (await findDeclared(given)) return setDeclared(environment, given, '');
  const name = await nameOf(given);
  await withDeps(environment, async (deps) => {
    const changed = await saveSiteSettings(deps, CLI, { [name]: null });
    console.log(changed.length > 0 ? `${name} has the value of the environment again.` : `${name} had it already.`);
  });
}

/** `settings logo` */
export async function setLogo(args: string[], environment: Environment): Promise<void> {
  const path = onlyArgument(args, 'file');
  await withDeps(environment, async (deps) => {
    if (path === 'none') {
      await removeLogo(deps, CLI);
      return console.log('The logo is removed. Pages show the name.');
    }
    const { width, height } = await saveLogo(deps, CLI, await readFile(path));
    console.log(`The logo is ${width} by ${height} pixels. Running servers show it now.`);
  });
}

async function findDeclared(name: string): Promise<DeclaredSetting | undefined> {
  return (await listDeclaredSettings()).find((setting) => setting.name === name);
}

/** Sets a setting that a capability declares; an empty text removes its value. */
async function setDeclared(environment: Environment, name: string, text: string): Promise<void> {
  await withDeps(environment, async (deps) => {
    const changed = await saveDeclaredSettings(deps, CLI, siteSnapshot().publication, { [name]: text });
    console.log(changed.length > 0 ? `Changed ${name}. Running servers show it now.` : `${name} was so already.`);
  });
}

/** @throws Error that names all settings */
async function nameOf(given: string): Promise<TypedSetting> {
  const setting = TYPED_SETTINGS.find((name) => name === given);
  if (setting) return setting;
  const names = [...TYPED_SETTINGS, ...(await listDeclaredSettings()).map(({ name }) => name)];
  throw new Error(`"${given}" is not a setting of the site. The settings are ${names.join(', ')}.`);
}
