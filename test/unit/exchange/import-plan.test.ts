import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSections } from '#article/section.ts';
import { CLI } from '#core/actor.ts';
import { addRun, getRun, readPlan, storePlan } from '#exchange/import/import-runs.ts';
import { lookAt } from '#exchange/import/look.ts';
import { readPlanFile } from '#exchange/import/plan.ts';
import { runImport } from '#exchange/import/run-import.ts';
import { isRoute } from '#server/routes.ts';
import { ghostOf } from '../../support/exchange/memory-source.ts';
import { freshFolder } from '../../support/fresh-folder.ts';
import { BASE, form, openSite } from '../../support/site.ts';

/** Names of tags, authors and sites that a person could have typed elsewhere, or a program could have broken. */
const NAMES = [
  '⚠️ Safety',
  '👩‍🚀',
  'a\u0007b\u2028c',
  'x'.repeat(400),
  `${'y'.repeat(119)}👷👷`,
  '"quo\'te" <b>&',
  '',
  ' ',
  '__proto__',
  'constructor',
  '\u202eevil\u200b',
  'Kräne'.normalize('NFD'),
  '\ud800',
  '\0',
];

test('a plan that a look wrote is taken by the run and by the newsroom, whatever names the file has', async (t) => {
  const site = await openSite(t);
  const path = join(freshFolder(t), 'old.json');
  const posts = NAMES.map((_, at) => ({
    id: at === 5 ? '' : at === 6 ? 'i'.repeat(1100) : `p${at}`,
  }));
  writeFileSync(
    path,
    ghostOf(posts, {
      tags: NAMES.map((name, at) => ({ id: `t${at}`, name, slug: `tag-${at}` })),
      users: NAMES.map((name, at) => ({ id: `u${at}`, name, slug: `user-${at}` })),
      posts_tags: NAMES.map((_, at) => ({ post_id: `p${at}`, tag_id: `t${at}`, sort_order: 0 })),
      posts_authors: NAMES.map((_, at) => ({ post_id: `p${at}`, author_id: `u${at}`, sort_order: 0 })),
      settings: [
        { key: 'title', value: 'The \u0007⚠️ Gazette' },
        { key: 'url', value: `https://old.example/${'a'.repeat(600)}` },
      ],
    }),
  );
  const id = await addRun(site.deps, CLI, { path, fileName: 'old\u200b⚠️.json' });
  await lookAt(site.deps, CLI, id, { sections: openSections() });
  const file = readPlanFile(JSON.stringify(await readPlan(site.deps.db.read, CLI, id)));
  assert.equal(file.plan.siteName.endsWith('Gazette'), true);
  assert.ok(Object.hasOwn(file.plan.sections, '⚠️ Safety'));
  assert.ok(Object.hasOwn(file.plan.sections, 'Kräne'.normalize('NFD')), 'a name keeps the form that the file has');

  const chief = await site.person('chief');
  const { plan } = await getRun(site.deps.db.read, CLI, id);
  const fields = {
    siteName: plan.siteName,
    siteUrl: plan.siteUrl ?? '',
    section: plan.section,
    imageHosts: '',
    ...Object.fromEntries(Object.values(plan.sections).map((slug, at) => [`category-${at}`, slug])),
    ...Object.fromEntries(Object.values(plan.authors).map((name, at) => [`author-${at}`, name ?? ''])),
  };
  const saved = await site.fetch(`/newsroom/imports/${id}/plan`, { ...form(chief, fields), redirect: 'manual' });
  assert.equal(saved.status, 303, await saved.text());

  file.plan.sections['⚠️ Safety'] = 'people';
  await storePlan(site.deps, CLI, id, { given: file.plan, items: file.items });
  const run = await runImport(site.deps, CLI, id, { options: { isRoute, baseUrl: BASE } });
  assert.equal(run.state, 'done');
  const rows = await site.deps.db.read
    .selectFrom('import_item')
    .leftJoin('article', 'article.id', 'import_item.article_id')
    .select(['source_id', 'outcome', 'article.section'])
    .execute();
  assert.equal(rows.find(({ source_id }) => source_id === 'p0')?.section, 'people');
  assert.deepEqual(
    rows.filter(({ outcome }) => outcome === 'refused').map(({ source_id }) => source_id.slice(-3)),
    ['#5', 'i#6'],
  );
});
