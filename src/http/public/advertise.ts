import { advertisingCatalog } from '../../ads/catalog/catalog.ts';
import { jsonResponse } from '../../cache/public-response.ts';
import type { Context } from '../kit/context.ts';
import { sendPublic } from '../kit/respond.ts';

/** `GET /api/v1/advertise`: the price list. */
export function readCatalog(c: Context): Promise<Response> {
  return sendPublic(c, jsonResponse(advertisingCatalog(c.var.config.publication), { about: [] }));
}
