import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { CLI } from '#core/actor.ts';
import { workOnImports } from '#import/import-job.ts';
import { runImport } from '#import/run-import.ts';
import { isRoute } from '#server/routes.ts';
import { openContext } from '../../browser/shared-browser.ts';
import { inBothSchemes, lookAndShoot } from '../../support/axe.ts';
import { goTo, serveSite, signInAs, watch } from '../../support/browser.ts';
import { makeZip } from '../../support/make-zip.ts';
import { plain } from '../../support/pictures.ts';
import { QUIET } from '../../support/quiet.ts';
import type { TestSite } from '../../support/site.ts';
import { submit, tabTo, typeInto } from '../keyboard.ts';

// A chief imports a blog by the keys alone: a refused file, an upload, the plan with its choices, a job at work, the report.

const WINDOWS = inBothSchemes(360, 768, 1280);
const NEVER = new AbortController().signal;
const work = ({ deps, config }: TestSite) => workOnImports(deps, config, { log: QUIET, signal: NEVER });

const look = (page: Page, name: string) => lookAndShoot(page, name, WINDOWS);

test('a chief uploads a file, changes the plan, imports and reads the report with the keys alone', async (t) => {
  const site = await serveSite(t);
  const chief = await site.person('chief');
  const context = await openContext(t, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await signInAs(context, site, chief);
  const page = await context.newPage();
  const seen = watch(page, site);
  const open = (path: string) => goTo(page, `${site.config.publication.baseUrl}${path}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const upload = async (name: string, buffer: Buffer) => {
    await open('/newsroom/imports');
    await tabTo(page, page.getByLabel('The file that the other system exported'));
    await page.getByLabel('The file that the other system exported').setInputFiles({ name, mimeType: '', buffer });
    await submit(page, button('Preview it'));
    return new URL(page.url()).pathname;
  };

  await open('/newsroom/imports');
  await look(page, 'imports-empty');
  const refused = await upload('notes.bin', Buffer.from('neither one nor the other'));
  await work(site);
  await open(refused);
  await page.getByText('No importer knows the format').waitFor();
  await look(page, 'import-refused');

  const at = await upload('the-old-blog-of-a-crew-with-a-long-name.zip', await blog());
  await page.getByText('Queued for its preview').waitFor();
  await look(page, 'import-waits');
  await work(site);
  await open(at);
  await look(page, 'import-plan');
  await typeInto(page, page.getByLabel('The site they come from'), 'The Old Blog');
  await typeInto(page, page.getByLabel('Its address, so that links to it are known'), 'https://old.example/');
  await tabTo(page, page.getByLabel('Section of “Machines”'));
  await page.keyboard.type('Software');
  await typeInto(page, page.getByLabel('Byline of “Dana Whitfield”'), 'D. Whitfield');
  await tabTo(page, page.getByLabel('Try links by http'));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByLabel('A draft that nobody wants'));
  await page.keyboard.press('Space');
  await submit(page, button('Save the plan'));
  assert.equal(await page.getByLabel('The site they come from').inputValue(), 'The Old Blog');
  assert.equal(await page.getByLabel('A draft that nobody wants').isChecked(), false);
  assert.equal(await page.getByLabel('Try links by http').isChecked(), false);

  await submit(page, button('Import'));
  await page.getByText('Queued').waitFor();
  const id = at.split('/').at(-1) ?? '';
  const stop = new AbortController();
  const onProgress = () => stop.abort();
  const { baseUrl } = site.publication;
  await runImport(site.deps, CLI, id, { options: { isRoute, baseUrl, signal: stop.signal, onProgress } });
  await open(at);
  await page.getByText('5 of 6 items').waitFor();
  await look(page, 'import-works');
  await work(site);
  await open(at);
  await page.getByRole('heading', { name: 'Each article' }).waitFor();
  await look(page, 'import-report');
  await submit(page, page.getByRole('link', { name: 'The crane that waited' }));
  await page.getByText('It is in the library').first().waitFor();
  await look(page, 'import-draft');
  await open('/newsroom/imports');
  await look(page, 'imports');
  assert.deepEqual(seen, []);
});

/** Three posts with a picture that is there, one that is not, a list of categories and a post that says nothing. */
async function blog(): Promise<Buffer> {
  const post = (name: string, head: string, body: string) => ({
    path: `_posts/2020-05-0${name}.md`,
    data: `---\n${head}\n---\n\n${body}\n`,
  });
  const picture = await plain(900, 600).png().toBuffer();
  return makeZip([
    { path: '_config.yml', data: 'title: Blog\n' },
    post(
      '1-crane',
      'title: The crane that waited\ncategories: [Machines]\nauthor: Dana Whitfield',
      'It stood. See [the hoist](/2020/05/02/hoist.html) and [a maker](http://maker.example/).\n\n![The crane at dawn](/assets/crane.png)\n\nIt waited.',
    ),
    post(
      '2-hoist',
      'title: A hoist whose headline goes on and on, so that it needs more than one line on every screen that people have\ncategories: [Sites]\nauthor: Sam Ode',
      'It went up.\n\n![Gone](https://pictures-of-another-site.example/2020/05/04/a-very-long-name-of-a-picture.png)\n\n<iframe src="https://video.example/1"></iframe>',
    ),
    post('3-unwanted', 'title: A draft that nobody wants', 'Words.'),
    post('4-empty', 'title: Nothing in it', ''),
    { path: 'assets/crane.png', data: picture },
  ]);
}
