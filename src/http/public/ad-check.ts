import { advertisingCatalog } from '../../ads/catalog/catalog.ts';
import type { AdvertisingCatalog, Creative } from '../../ads/catalog/catalog-schema.ts';
import { briefSchema, checkBrief } from '../../ads/creatives/brief-check.ts';
import { checkCreative } from '../../ads/creatives/creative-check.ts';
import { JSON_TYPE } from '../../cache/public-response.ts';
import { Failure } from '../../core/failure.ts';
import { adCheckJson } from '../../render/json/ad-check-json.ts';
import { readBytes, readJson, requireType, validate } from '../kit/body.ts';
import type { Context } from '../kit/context.ts';

/** Largest file that is looked at, in bytes: more than any creative may be, so that a file too heavy is told all it lacks. */
export const LARGEST_SENT = 1024 * 1024;
/** The creative that words belong to. */
const WITH_WORDS = 'field-brief';

/** `POST /api/v1/advertise/check?unit=…&creative=…`: holds a picture, or the words of a Field Brief, against the catalog. */
export async function postAdCheck(c: Context): Promise<Response> {
  const catalog = advertisingCatalog(c.var.config.publication);
  const isWords = typeOf(c) === 'application/json';
  const { unit, creative } = requireCreative(c, catalog, isWords ? WITH_WORDS : c.req.query('creative'));
  const checked = isWords
    ? { findings: checkBrief(validate(briefSchema, await readJson(c.req.raw)), mostWords(catalog)) }
    : await checkCreative(creative, await readPicture(c), 'anybody');
  return new Response(`${JSON.stringify(adCheckJson(unit, creative.id, checked))}\n`, {
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' },
  });
}

/** How many words the catalog sells with a Field Brief. */
export function mostWords({ units }: AdvertisingCatalog): number {
  return units.find(({ copyMaxWords }) => copyMaxWords !== null)?.copyMaxWords ?? 0;
}

function typeOf(c: Context): string {
  return (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

async function readPicture(c: Context): Promise<Uint8Array> {
  const type = typeOf(c);
  if (type !== 'image/png' && type !== 'image/jpeg')
    throw new Failure(
      'unsupported_media_type',
      'Send a picture as image/png or image/jpeg, words as application/json.',
      {
        hint: 'Set Content-Type to what the body is, and no Content-Encoding.',
      },
    );
  requireType(c.req.raw, type);
  return readBytes(c.req.raw, LARGEST_SENT);
}

/** The creative that is meant: the only one of its unit, or the one that is named. @throws bad_request */
function requireCreative(
  c: Context,
  { units, creatives }: AdvertisingCatalog,
  asked: string | undefined,
): { unit: string; creative: Creative } {
  const unit = units.find(({ id }) => id === c.req.query('unit'));
  const sold = units.filter(({ creativeIds }) => creativeIds.length > 0);
  if (!unit || unit.creativeIds.length === 0)
    throw new Failure('bad_request', 'Name the unit that the creative is for.', {
      hint: `unit is one of ${sold.map(({ id }) => id).join(', ')}.`,
    });
  const id = asked ?? (unit.creativeIds.length === 1 ? unit.creativeIds[0] : undefined);
  const creative = creatives.find((one) => one.id === id && unit.creativeIds.includes(one.id));
  if (creative) return { unit: unit.id, creative };
  throw new Failure('bad_request', `Name a creative that belongs to the unit ${unit.id}.`, {
    hint: `creative is one of ${unit.creativeIds.join(', ')}; words belong to ${WITH_WORDS}.`,
  });
}
