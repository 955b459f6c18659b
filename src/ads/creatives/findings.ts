import * as z from 'zod';

/** One result of a check. `block` must be fixed; `warn` informs the advertiser and the editor. */
export const findingSchema = z
  .strictObject({
    code: z.enum([
      'type',
      'bytes',
      'pixels',
      'animated',
      'second-picture',
      'trailing-data',
      'hidden-text',
      'damaged',
      'colour-space',
      'colour-loss',
      'turned',
      'transparent',
      'margin',
      'words',
      'characters',
      'address',
      'address-in-copy',
      'macro',
    ]),
    severity: z.enum(['block', 'warn']),
    message: z.string().describe('One sentence for people.'),
    measured: z.string().describe('What the check measured.'),
    asked: z.string().describe('What the catalog asks for.'),
  })
  .meta({ id: 'AdFinding', description: 'One thing a check found of an ad.' });
export type Finding = z.infer<typeof findingSchema>;

export function block(code: Finding['code'], message: string, measured: string, asked: string): Finding {
  return { code, severity: 'block', message, measured, asked };
}

export function warn(code: Finding['code'], message: string, measured: string, asked: string): Finding {
  return { code, severity: 'warn', message, measured, asked };
}

/** Whether no finding must be fixed. */
export function hasNoBlock(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity !== 'block');
}

/** Findings as lines of an email after a blank line; '' when there are none. */
export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.map(
    ({ message, measured, asked }) => `- ${message}\n  There is: ${measured}. Asked for: ${asked}.`,
  );
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
}
