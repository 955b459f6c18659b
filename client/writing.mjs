// @ts-check
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { hasNewFields, KEPT, keptFields } from './article-fields.mjs';
import { readArticleFile, wholeCopy } from './article-file.mjs';
import { AgentError } from './errors.mjs';
import { readJson } from './http.mjs';
import { listTools, sendAsAgent } from './mcp-call.mjs';
import { mergeCopy } from './merge-copy.mjs';
import { fetchStored, findTarget } from './reading.mjs';
import { emptyState } from './store.mjs';

/** @typedef {import('./commands.mjs').Given} Given */
/** @typedef {import('./errors.mjs').Outcome} Outcome */
/** @typedef {import('./article-file.mjs').ArticleFile} ArticleFile */
/** @typedef {import('./api.d.ts').FiledArticle} FiledArticle */
/** @typedef {import('./api.d.ts').Gate} Gate */

/** In place of the name of a file. */
const STDIN = '-';
const DRAFTS = '/api/admin/articles';

/** `draft`: files a new article. @param {Given} given @returns {Promise<Outcome>} */
export async function draft(given) {
  const path = filePath(given);
  const filed = await write(given, DRAFTS, wholeCopy(readFile(path)));
  remember(given, path, filed);
  tellFiled(given, filed, 'Filed');
  return 'done';
}

/** `revise`: saves the next revision of an article. @param {Given} given @returns {Promise<Outcome>} */
export async function revise(given) {
  const path = filePath(given);
  const { route, body } = await prepareRevision(given, path, readFile(path));
  const filed = await write(given, route, body);
  remember(given, path, filed);
  tellFiled(given, filed, 'Saved');
  return 'done';
}

/** `try`: what `draft`, or `revise` for a file that was filed, would answer. @param {Given} given @returns {Promise<Outcome>} */
export async function tryOut(given) {
  const path = filePath(given);
  const file = readFile(path);
  const isFiled = file.id !== undefined || file.isOfSite || given.options.id !== undefined || knownFile(given, path);
  const { route, body } = isFiled ? await prepareRevision(given, path, file) : { route: DRAFTS, body: wholeCopy(file) };
  const filed = await write(given, `${route}?dryRun=true`, body);
  return tellGate(given, filed);
}

/** `gate`: the gate of the latest revision. @param {Given} given @returns {Promise<Outcome>} */
export async function gate(given) {
  return tellGate(given, await fetchStored(given, findTarget(given, given.words[0]), { gateEntries: 'all' }));
}

/**
 * @param {Given} given
 * @param {string} path
 * @param {ArticleFile} file
 */
async function prepareRevision(given, path, file) {
  const { options } = given;
  const known = knownFile(given, path);
  const id = options.id ?? file.id ?? known?.id;
  const { section, slug } = file.copy;
  if (!id && !(section && slug))
    throw new AgentError('usage', 'Which article? The file has no id, nor section and slug.');
  const target = id ? findTarget(given, id) : { section: section ?? '', slug: slug ?? '' };
  const stored = await fetchStored(given, target);
  const own = known?.id === stored.id ? known.revision : undefined;
  const base = baseOf(options.base, file, own, stored);
  if (stored.revision !== base)
    throw new AgentError(
      'conflict',
      `The file is based on revision ${base}, and the latest is ${stored.revision}: nothing was stored.`,
      {
        code: 'revision_conflict',
        hint: `Read it with \`plumbline-agent read ${stored.id}\`, put your changes into that text, and revise again.`,
      },
    );
  const copy = mergeCopy(stored, file, await fieldsOf(given, stored));
  return { route: `${DRAFTS}/${stored.id}/revisions`, body: { ...copy, baseRevision: base } };
}

/** The fields that a revision keeps. A server that is newer than this program says which ones it has. @param {Given} given @param {object} stored */
async function fieldsOf({ origin, access }, stored) {
  if (!hasNewFields(stored)) return KEPT;
  return keptFields(await listTools(origin, access));
}

/**
 * The revision that a file was made from. What this program itself saved from the file since counts.
 * @param {string | undefined} given
 * @param {ArticleFile} file
 * @param {number | undefined} own
 * @param {import('./reading.mjs').StoredArticle} stored
 */
function baseOf(given, file, own, stored) {
  if (given !== undefined) {
    if (/^\d{1,9}$/.test(given)) return Number(given);
    throw new AgentError('usage', `--base must be the number of a revision, not ${given}.`);
  }
  const known = [file.baseRevision, own, file.isOfSite ? stored.liveRevision : null].filter(
    (one) => typeof one === 'number',
  );
  if (known.length > 0) return Math.max(...known);
  throw new AgentError('usage', 'The file has no baseRevision, and this program has not stored it before.', {
    hint: `The latest revision is ${stored.revision}. If the file is based on it, add --base ${stored.revision}.`,
  });
}

/**
 * @param {Given} given
 * @param {string} route
 * @param {object} copy
 * @returns {Promise<FiledArticle>}
 */
async function write({ origin, access }, route, copy) {
  const body = JSON.stringify(copy);
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey(origin + route, body) };
  const answer = await sendAsAgent(origin, access, route, { method: 'POST', headers, body });
  return /** @type {FiledArticle} */ (readJson(origin, answer));
}

/** The same request has the same key, so the server does it once. @param {string} target @param {string} body */
function idempotencyKey(target, body) {
  return `pla-${createHash('sha256').update(target).update('\n').update(body).digest('base64url')}`;
}

/** @param {Given} given @param {string} path @param {FiledArticle} filed */
function remember({ origin, store }, path, { id, revision }) {
  if (path === STDIN) return;
  const state = store.read() ?? emptyState(origin);
  const { [path]: _, ...files } = state.files;
  store.write({ ...state, files: { ...files, [path]: { id, revision } } });
}

/** @param {Given} given @param {string} path */
function knownFile({ store }, path) {
  return store.read()?.files[path];
}

/** @param {Given} given */
function filePath({ words }) {
  if (words[0] === undefined) throw new AgentError('usage', 'Which file?', { hint: 'A - is the standard input.' });
  return words[0] === STDIN ? STDIN : resolve(words[0]);
}

/** @param {string} path */
function readFile(path) {
  try {
    return readArticleFile(readFileSync(path === STDIN ? 0 : path, 'utf8'));
  } catch (error) {
    if (error instanceof AgentError) throw error;
    throw new AgentError('usage', `${path} cannot be read: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {Given} given @param {FiledArticle} filed @param {string} what */
function tellFiled({ options, print }, filed, what) {
  if (options.json) return print(JSON.stringify(filed));
  const blocks = filed.gate.filter(({ severity }) => severity === 'block').length;
  const gate =
    blocks === 0
      ? 'Nothing stands in the way of publication.'
      : `The gate blocks publication at ${blocks} places: plumbline-agent gate ${filed.id}`;
  print(`${what} as revision ${filed.revision} of ${filed.id}.\nFor the editor: ${filed.newsroomUrl}\n${gate}`);
}

/** @param {Given} given @param {{ gate: Gate, newsroomUrl: string }} filed @returns {Outcome} */
function tellGate({ options, print }, filed) {
  const { gate } = filed;
  if (options.json) print(JSON.stringify(gate));
  else print(gate.length === 0 ? 'Nothing stands in the way of publication.' : groupsOf(gate).join('\n'));
  return gate.some(({ severity }) => severity === 'block') ? 'gate' : 'done';
}

/** The entries by code: the count, what it means, and where. @param {Gate} gate */
function groupsOf(gate) {
  const codes = [...new Set(gate.map(({ code, severity }) => `${severity} ${code}`))];
  return codes.flatMap((name) => {
    const entries = gate.filter(({ code, severity }) => `${severity} ${code}` === name);
    const places = entries.map(
      ({ path, figure, sentence }) => `  ${path}${figure ? ` ${figure}` : ''}${sentence ? `: ${sentence}` : ''}`,
    );
    return [`${name} (${entries.length}): ${entries[0]?.message}`, ...places];
  });
}
