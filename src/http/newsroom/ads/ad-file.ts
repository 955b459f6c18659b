import { Failure } from '../../../core/failure.ts';
import type { Context } from '../../kit/context.ts';

/** A file of the store, to be saved. @throws not_found */
export async function sendFile(c: Context, file: string, type: string, name: string): Promise<Response> {
  const bytes = await c.var.deps.files.get(file);
  if (!bytes)
    throw new Failure('not_found', 'This file is not in the store.', {
      hint: 'Put it back from a backup of the house.',
    });
  return new Response(new Uint8Array(bytes), {
    headers: { ...KEPT_FROM_OTHERS, ...asFile(name), 'Content-Type': type },
  });
}

/** Of what belongs to the desk alone. */
export const KEPT_FROM_OTHERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Robots-Tag': 'noindex',
};

export function asFile(name: string): Record<string, string> {
  return { 'Content-Disposition': `attachment; filename="${name}"` };
}

/** A picture of the store, to be looked at by whoever may. @throws not_found */
export async function showPicture(c: Context, file: string, type: string): Promise<Response> {
  const bytes = await c.var.deps.files.get(file);
  if (!bytes)
    throw new Failure('not_found', 'This picture is not in the store.', {
      hint: 'Put it back from a backup.',
    });
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...KEPT_FROM_OTHERS,
      'Content-Disposition': 'inline',
      'Content-Type': type,
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
