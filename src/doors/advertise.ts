import { advertisingCatalog } from '../advertising/catalog.ts';
import { jsonCopy } from '../newsstand/copy.ts';
import { answer } from './answer.ts';
import type { Ctx } from './env.ts';

/** `GET /api/v1/advertise`: the price list. */
export function readCatalog(c: Ctx): Promise<Response> {
  return answer(c, jsonCopy(advertisingCatalog(c.var.config.publication), { about: [] }));
}
