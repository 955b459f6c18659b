import { realpath, rename, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { isOpenSection } from '#article/section.ts';
import { Failure } from '#core/failure.ts';
import { issueWords } from '#core/text.ts';
import { chooseArchive } from '#exchange/import/archive-run.ts';
import { addRun, getRun, listItems, storePlan } from '#exchange/import/import-runs.ts';
import { type ImportPlan, type ItemDecision, importPlanSchema } from '#exchange/import/plan.ts';
import { importsFolder, removeRun } from '#exchange/import/remove-run.ts';
import { startImport } from '#exchange/import/run-import.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { aboutField, type FormIssue, wrongFields } from '#html/newsroom/kit/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { acquireUpload } from '#media/add-picture.ts';
import { giveFreshFactor } from '#people/second-factor/fresh-factor.ts';
import { ITEMS_ON_PAGE, importPage } from './import-page.ts';
import { importsPage } from './imports-page.ts';

const LARGEST_UPLOAD = 20 * 1024 * 1024;

/** `POST /newsroom/imports`: stores the file, and has the server look at it. */
export async function postUploadedImport(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const leave = await acquireUpload();
  try {
    const upload = await readUpload(c.req.raw, 'file', LARGEST_UPLOAD);
    const file = requireFile(upload, LARGEST_UPLOAD);
    if (file.byteLength === 0)
      throw new Failure('validation_failed', 'The file is empty.', { hint: 'Choose the file.' });
    const fileName = basename(upload.fileName.replaceAll('\\', '/')).slice(0, 200) || 'upload';
    const path = join(await importsFolder(c.var.config.dataDir), deps.newId());
    await writeFile(`${path}.part`, file, { flag: 'wx' });
    await rename(`${path}.part`, path);
    return redirect(`/newsroom/imports/${await addRun(deps, actor, { path, fileName })}`);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      importsPage(c, { typed: {}, failure: aboutField(failure, 'file'), status }),
    );
  } finally {
    leave();
  }
}

/** `POST /newsroom/imports/path`: a file or folder that somebody put into the folder of the server. */
export async function postImportOfPath(c: Context): Promise<Response> {
  const { path: given = '' } = await parseForm(c);
  try {
    const folder = await importsFolder(c.var.config.dataDir);
    const path = await realpath(join(folder, given)).catch(() => null);
    const within = path === null ? '' : relative(folder, path);
    if (path === null || within === '' || within.startsWith('..'))
      throw new Failure('validation_failed', `There is no file ${given} in the folder of the server.`, {
        hint: `Put it into ${folder}, then enter its name.`,
      });
    return redirect(`/newsroom/imports/${await addRun(c.var.deps, c.var.actor, { path, fileName: within })}`);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      importsPage(c, { typed: { path: given }, failure: aboutField(failure, 'path'), status }),
    );
  }
}

/** `POST /newsroom/imports/{importId}/plan`. */
export async function postPlan(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const id = c.req.param('importId') ?? '';
  const fields = await parseForm(c);
  try {
    const run = await getRun(deps.db.read, actor, id);
    const named = (kind: string, names: string[], before: Record<string, string | null>) =>
      names.map((name, at) => [name, at < ITEMS_ON_PAGE ? fields[`${kind}-${at}`] || null : before[name]] as const);
    const plan = checkPlan(run.plan, fields, {
      ...run.plan,
      siteName: fields.siteName ?? '',
      siteUrl: fields.siteUrl?.trim() || null,
      upgradeLinks: fields.upgradeLinks !== undefined,
      repairLinks: fields.repairLinks !== undefined,
      section: fields.section ?? '',
      sections: Object.fromEntries(named('category', Object.keys(run.plan.sections), run.plan.sections)),
      authors: Object.fromEntries(named('author', Object.keys(run.plan.authors), run.plan.authors)),
      imageHosts: (fields.imageHosts ?? '').split(/\s+/).filter((host) => host !== ''),
    });
    await storePlan(deps, actor, id, { given: plan, items: await readDecisions(c, id, fields) });
    return redirect(`/newsroom/imports/${id}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => importPage(c, { typed: fields, failure, status }));
  }
}

const PLAN_LABELS: Record<string, string> = {
  siteName: 'The site',
  siteUrl: 'The address of the site',
  imageHosts: 'A host',
};

/** @throws validation_failed that names every wrong field */
function checkPlan(before: ImportPlan, fields: Record<string, string>, given: unknown): ImportPlan {
  const read = importPlanSchema.safeParse(given);
  const wrong = wrongSections(fields, Object.keys(before.sections).length);
  for (const issue of read.error?.issues ?? []) {
    const [part, name] = issue.path;
    const isAuthor = part === 'authors';
    if (part === 'section' || part === 'sections') continue; // each select is named already
    const path = isAuthor ? `author-${Object.keys(before.authors).indexOf(String(name))}` : String(part);
    if (!wrong.some((other) => other.path === path))
      wrong.push({ path, message: `${isAuthor ? 'The byline' : PLAN_LABELS[path]} ${issueWords(issue)}.` });
  }
  if (wrong.length > 0 || !read.success) throw wrongFields(wrong);
  return read.data;
}

/** Each select without a section of this site. */
function wrongSections(fields: Record<string, string>, categories: number): FormIssue[] {
  const names = [
    'section',
    ...Array.from({ length: Math.min(categories, ITEMS_ON_PAGE) }, (_, at) => `category-${at}`),
  ];
  return names
    .filter((name) => !isOpenSection(fields[name] ?? ''))
    .map((path) => ({ path, message: 'Choose a section of this site.' }));
}

/** The decisions about the articles of the page that was sent. */
async function readDecisions(c: Context, id: string, fields: Record<string, string>): Promise<ItemDecision[]> {
  const [first, last] = [Number(fields.first), Number(fields.last)];
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return [];
  const shown = await listItems(c.var.deps.db.read, id, { after: first - 1, limit: ITEMS_ON_PAGE, only: 'articles' });
  return shown
    .filter(({ place, expected }) => place <= last && expected !== 'refused')
    .map(({ place, sourceId, title, section, slug }) => {
      const decision = fields[`item-${place}`] === 'import' ? 'import' : 'leave out';
      return { sourceId, title, decision, section, slug };
    });
}

/** `POST /newsroom/imports/{importId}/archive`: has the articles go live as an archive, or with `undo` become drafts. */
export async function postArchive(c: Context): Promise<Response> {
  const { deps, actor, session, config, limits } = c.var;
  const id = c.req.param('importId') ?? '';
  const { undo, reason = '', code = '' } = await parseForm(c);
  try {
    if (code !== '' && undo === undefined) await limits.spend('signIn', `session ${session.id}`);
    const hasFactor = undo === undefined && config.importArchive && (await giveFreshFactor(deps, session, code));
    const permission = { isOn: config.importArchive, hasFreshFactor: hasFactor };
    await chooseArchive(deps, actor, id, { given: undo === undefined ? reason : null, ...permission });
    return redirect(`/newsroom/imports/${id}`);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      importPage(c, { typed: { reason }, failure: ofReason(failure, reason), status }),
    );
  }
}

/** A refusal of this form, beside its field. */
function ofReason(failure: Failure, reason: string): Failure {
  if (failure.kind !== 'validation_failed') return failure;
  return aboutField(failure, reason.length < 20 || reason.length > 1000 ? 'reason' : 'code');
}

/** `POST /newsroom/imports/{importId}/run`: begins the import, or goes on with it. */
export async function postImportStart(c: Context): Promise<Response> {
  const id = c.req.param('importId') ?? '';
  try {
    await startImport(c.var.deps, c.var.actor, id);
    return redirect(`/newsroom/imports/${id}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => importPage(c, { typed: {}, failure, status }));
  }
}

/** `POST /newsroom/imports/{importId}/remove`: removes an import that is not done. */
export async function postImportRemoval(c: Context): Promise<Response> {
  const { deps, actor, config } = c.var;
  const id = c.req.param('importId') ?? '';
  try {
    await removeRun(deps, actor, id, await importsFolder(config.dataDir));
    return redirect('/newsroom/imports');
  } catch (error) {
    return renderFormError(error, (failure, status) => importPage(c, { typed: {}, failure, status }));
  }
}
