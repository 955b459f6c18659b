import { Failure } from '#core/failure.ts';
import { JSON_TYPE } from '#http/cache/public-response.ts';
import type { Context, Handler } from '#http/context.ts';
import { errorResponse } from '#http/errors.ts';

/** A handler for a script: it answers with JSON, for errors too. */
export function jsonHandler(handler: (c: Context) => Promise<object>): Handler {
  return async (c) => {
    try {
      return new Response(`${JSON.stringify(await handler(c))}\n`, {
        headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' },
      });
    } catch (error) {
      if (error instanceof Failure) return errorResponse(error);
      throw error;
    }
  };
}
