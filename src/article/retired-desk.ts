import { Failure } from '#core/failure.ts';
import { deskSlugs, retiredDesk } from './desk.ts';

/** Refuses new copy for a retired desk. A name that never was a desk is stored, and the gate reports it. @throws validation_failed */
export function requireOpenDesk(section: string): void {
  const retired = retiredDesk(section);
  if (!retired) return;
  const instead = retired.movedTo === null ? '' : ` Articles of this subject now go to ${retired.movedTo}.`;
  throw new Failure('validation_failed', `The section ${section} was retired and takes no new articles.${instead}`, {
    hint: `The sections are ${deskSlugs().join(', ')}.`,
    more: { issues: [{ path: 'section', message: `the sections are ${deskSlugs().join(', ')}` }] },
  });
}
