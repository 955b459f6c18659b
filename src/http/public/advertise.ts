import { advertisingCatalog } from '../../ads/catalog/catalog.ts';
import { jsonCopy } from '../../cache/public-response.ts';
import type { Ctx } from '../kit/context.ts';
import { answer } from '../kit/respond.ts';

/** `GET /api/v1/advertise`: the price list. */
export function readCatalog(c: Ctx): Promise<Response> {
  return answer(c, jsonCopy(advertisingCatalog(c.var.config.publication), { about: [] }));
}
