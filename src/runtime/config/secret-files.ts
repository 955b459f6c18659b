import { readFileSync } from 'node:fs';

/** The settings that hold a password, a key or a token. Each can also be read from the file that `NAME_FILE` names. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SITE_KEY',
  'FIRST_EDITOR_PASSWORD',
  'SMTP_URL',
  'MEDIA_KEY_ID',
  'MEDIA_SECRET',
  'BOUNCE_IMAP_URL',
  'BOUNCE_POSTMARK_LOGIN',
  'BOUNCE_WEBHOOK_SECRET',
] as const;

/** The name of the variable with the path of the file that holds a secret. */
export const fileVariable = (name: string) => `${name}_FILE`;

/** A longer file is not a secret but a wrong path. */
const MOST_BYTES = 10_000;

/**
 * Reads the secrets that are in files, as Docker, Kubernetes and systemd provide them, and returns them by their names. One line
 * break at the end is not part of the secret. Adds to `wrong` a line for each file that cannot be used; it never holds the content.
 */
export function readSecretFiles(
  environment: Readonly<Record<string, string | undefined>>,
  wrong: string[],
): Record<string, string> {
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const variable = fileVariable(name);
    const path = environment[variable];
    if (!path) continue;
    if (environment[name]) wrong.push(`  ${variable}: ${name} is set, too; remove one of them`);
    else {
      const { text, why } = readSecret(path);
      if (why) wrong.push(`  ${variable}: ${why}`);
      else read[name] = text;
    }
  }
  return read;
}

function readSecret(path: string): { text: string; why?: string } {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    if (text === '') return { text, why: `the file ${path} is empty` };
    if (text.length > MOST_BYTES || text.includes('\n'))
      return { text, why: `the file ${path} has more than one line, so it is not the secret` };
    return { text };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'an error';
    return { text: '', why: `the file ${path} cannot be read (${code}); check the path and who may read it` };
  }
}
