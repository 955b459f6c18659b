import { BLOCK_TYPES, type BodyBlock } from '#article/copy.ts';
import { type BriefCopy, briefCopySchema } from '#brief/issues/brief-record.ts';
import { copyIssues, labelOf } from '#brief/issues/compose.ts';
import { Failure } from '#core/failure.ts';
import { issueWords } from '#core/text.ts';
import { type FormIssue, issuesOf, wrongFields } from '#html/newsroom/kit/form.ts';

// The form of a brief as it was sent. What is wrong with the brief is reported by the name of its field.

/** The brief that a form composes, before any check. */
export function readCopy(typed: URLSearchParams): BriefCopy {
  const ids = [...typed.keys()].flatMap((name) => /^story-(.+)-place$/.exec(name)?.[1] ?? []);
  const place = (id: string) => Number(typed.get(`story-${id}-place`));
  const stories = ids
    .filter((id) => typed.has(`story-${id}-in`))
    .sort((id, other) => place(id) - place(other))
    .map((articleId) => ({ articleId, sentence: typed.get(`story-${articleId}-sentence`) ?? '' }));
  const intro = writtenBlocks(typed).map(
    (at, index): BodyBlock => ({
      id: `i${index + 1}`,
      type: BLOCK_TYPES.find((type) => type === typed.get(`intro-${at}-type`)) ?? 'paragraph',
      text: typed.get(`intro-${at}-text`) ?? '',
    }),
  );
  return { subject: typed.get('subject') ?? '', intro, stories };
}

/** The numbers in the form of the blocks that have text. */
function writtenBlocks(typed: URLSearchParams): number[] {
  const numbers: number[] = [];
  for (let at = 0; typed.has(`intro-${at}-text`); at++) if (typed.get(`intro-${at}-text`) !== '') numbers.push(at);
  return numbers;
}

/** @throws validation_failed that names every wrong field */
export function checkTyped(typed: URLSearchParams): BriefCopy {
  const copy = readCopy(typed);
  const read = briefCopySchema.safeParse(copy);
  const messages = [
    ...(read.error?.issues ?? []).map((issue) => ({ path: issue.path.join('.'), message: issueWords(issue) })),
    ...copyIssues(copy),
  ];
  const issues = messages.filter(({ path }, at) => messages.findIndex((other) => other.path === path) === at);
  const wrong = [...issues.map((issue) => toField(issue, copy, typed)), ...wrongPlaces(typed)];
  if (wrong.length > 0 || !read.success) throw wrongFields(wrong);
  return read.data;
}

/** The places of stories that are no numbers. */
function wrongPlaces(typed: URLSearchParams): FormIssue[] {
  return [...typed]
    .filter(([name, value]) => /^story-.+-place$/.test(name) && !/^\d{1,3}$/.test(value))
    .map(([path]) => ({ path, message: 'The place of a story must be a number from 1 to 999.' }));
}

/** A refusal of the act, with the fields of the form in place of the paths of the copy. */
export function namedFields(error: unknown, typed: URLSearchParams): unknown {
  if (!(error instanceof Failure) || error.kind !== 'validation_failed') return error;
  const issues = issuesOf(error);
  if (issues.length === 0) return error;
  return wrongFields(issues.map((issue) => toField(issue, readCopy(typed), typed)));
}

/** `stories.0.sentence` → `story-{id}-sentence`; `intro.0.text` → the text of the first block that has some. */
function toField({ path, message }: FormIssue, { stories }: BriefCopy, typed: URLSearchParams): FormIssue {
  const sentence = `${labelOf(path)} ${message}.`;
  const [part, at, own] = path.split('.');
  const story = stories[Number(at)]?.articleId;
  if (part === 'stories' && story)
    return { path: `story-${story}-${own === 'sentence' ? 'sentence' : 'in'}`, message: sentence };
  if (part === 'intro' && at !== undefined)
    return { path: `intro-${writtenBlocks(typed)[Number(at)] ?? 0}-text`, message: sentence };
  return { path, message: sentence };
}
