import { Failure } from '#core/failure.ts';
import { retiredSection, sectionSlugs } from './section.ts';

/** Refuses new copy for a retired section. A name that never was a section is stored, and the gate reports it. @throws validation_failed */
export function requireOpenSection(section: string): void {
  const retired = retiredSection(section);
  if (!retired) return;
  const instead = retired.movedTo === null ? '' : ` Articles of this subject now go to ${retired.movedTo}.`;
  throw new Failure('validation_failed', `The section ${section} was retired and takes no new articles.${instead}`, {
    hint: `The sections are ${sectionSlugs().join(', ')}.`,
    more: { issues: [{ path: 'section', message: `the sections are ${sectionSlugs().join(', ')}` }] },
  });
}
