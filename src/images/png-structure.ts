import { broken, cutShort, goesOn, refusePicture, requireFewParts } from './image-errors.ts';

const SIGNATURE = 8;
/** Length, type and check sum of a chunk, in bytes. */
const AROUND = 12;

/**
 * Walks through the chunks of a PNG (PNG, third edition, 5) and returns the size its header tells.
 * @throws validation_failed
 */
export function lookAtPng(bytes: Buffer): { width: number; height: number } {
  if (bytes.byteLength < SIGNATURE + AROUND + 13) throw cutShort();
  if (bytes.readUInt32BE(SIGNATURE) !== 13 || typeAt(bytes, SIGNATURE) !== 'IHDR') throw broken('PNG');
  const size = { width: bytes.readUInt32BE(SIGNATURE + 8), height: bytes.readUInt32BE(SIGNATURE + 12) };
  if (size.width === 0 || size.height === 0) throw broken('PNG');
  let at = SIGNATURE;
  let hasData = false;
  for (let parts = 1; ; parts++) {
    requireFewParts(parts);
    if (at + AROUND > bytes.byteLength) throw cutShort();
    const type = typeAt(bytes, at);
    if (!/^[A-Za-z]{4}$/.test(type)) throw broken('PNG');
    if (MOVING.includes(type))
      throw refusePicture('The PNG is animated.', 'Send one still picture.', undefined, 'animated');
    if (type === 'IDAT') hasData = true;
    at += bytes.readUInt32BE(at) + AROUND;
    if (type === 'IEND') break;
  }
  if (at > bytes.byteLength) throw cutShort();
  if (at < bytes.byteLength) throw goesOn();
  if (!hasData) throw broken('PNG');
  return size;
}

/** The chunks of an animation. */
const MOVING = ['acTL', 'fcTL', 'fdAT'];

function typeAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at + 4, at + 8);
}
