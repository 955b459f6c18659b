import * as z from 'zod';
import { Failure } from '#core/failure.ts';
import { slug, text } from '#core/text.ts';
import { cleanLine } from './found-text.ts';

export const PLAN_FORMAT = 'plumbline-import-plan/1';

/** A name of a category or an author as the file has it. A person never types it, so that every sign is allowed. */
const nameInFile = z.string().max(300);
const ownName = text({ min: 1, max: 120 });
const siteAddress = z.url({ protocol: /^https?$/ }).max(500);

/** What a chief decides about a whole run. */
export const importPlanSchema = z.strictObject({
  /** The name of the site that the articles come from, for notes and the mark of archived articles. */
  siteName: ownName,
  /** Its address; null when nobody knows it. */
  siteUrl: siteAddress.nullable(),
  /** The section of an article without a known category. */
  section: slug,
  /** The section of each category. */
  sections: z.record(nameInFile, slug),
  /** The byline of each author: the name here, or null for none. */
  authors: z.record(nameInFile, ownName.nullable()),
  /** Pictures are fetched from these hosts alone, or from none. */
  imageHosts: z
    .array(z.string().regex(/^[a-z0-9.-]{1,253}$/, { error: 'must be a host name in small letters' }))
    .max(50),
  /** Hosts of other pictures of the texts: those that are moved to `imageHosts` are asked. */
  otherImageHosts: z.array(z.string().max(253)).max(50).default([]),
  /** Whether http links become https where the address answers by https; otherwise they become plain words. */
  upgradeLinks: z.boolean().default(true),
  /** Whether articles that were imported before get the links that became plain words then. */
  repairLinks: z.boolean().default(false),
});
export type ImportPlan = z.infer<typeof importPlanSchema>;

/** A name of the file as a name here; null where nothing of it can be one. */
export function ownNameOf(given: string): string | null {
  const name = [...cleanLine(given)].slice(0, 120).join('').trim();
  return ownName.safeParse(name).data ?? null;
}

/** An address of the file that can be the address of its site; else null. */
export function siteAddressOf(given: string | null): string | null {
  return siteAddress.safeParse(given).data ?? null;
}

/** The name in the plan when the file does not name its site. */
export function nameWithoutSite(fileName: string): string {
  return ownNameOf(fileName) ?? 'another site';
}

/** What a chief decides about one item. */
export const itemDecisionSchema = z.strictObject({
  sourceId: z.string().min(1).max(1000),
  title: z.string(),
  decision: z.enum(['import', 'leave out']),
  section: slug.nullable(),
  slug: slug.nullable(),
});
export type ItemDecision = z.infer<typeof itemDecisionSchema>;

/** The file `plan.json`. */
export const planFileSchema = z.strictObject({
  format: z.literal(PLAN_FORMAT),
  run: z.uuid(),
  file: z.string(),
  plan: importPlanSchema,
  items: z.array(itemDecisionSchema).max(1_000_000),
});
export type PlanFile = z.infer<typeof planFileSchema>;

/** @throws validation_failed with every issue */
export function readPlanFile(given: string): PlanFile {
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    throw wrongPlan('It is not JSON.');
  }
  const read = planFileSchema.safeParse(value);
  if (read.success) return read.data;
  const issues = read.error.issues.slice(0, 10).map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw wrongPlan(issues.join('; '));
}

function wrongPlan(why: string): Failure {
  return new Failure('validation_failed', `The plan cannot be read. ${why}`, {
    hint: 'Correct the plan, or look at the file again. Nothing was imported.',
  });
}
