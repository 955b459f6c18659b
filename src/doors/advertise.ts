import { advertisingCatalog } from '../advertising/catalog.ts';
import { answer } from '../newsstand/answer.ts';
import { jsonCopy } from '../newsstand/copy.ts';
import type { Ctx } from './env.ts';

/** `GET /api/v1/advertise`: the price list. */
export function readCatalog(c: Ctx): Response {
  return answer(c.req.raw, jsonCopy(advertisingCatalog(c.var.config.publication)));
}
