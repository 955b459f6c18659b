import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

// Writes a ZIP file (APPNOTE.TXT 6.3.10) from files that are in memory, one after the other. The sizes are known before an entry is
// written, so entries have no descriptors. The same files give the same bytes: every entry has the first time that ZIP knows.

/** Gives bytes to the file. */
type Write = (bytes: Uint8Array) => Promise<void>;

export type ZipStream = {
  /** Adds a file; each call waits for the previous one. */
  add: (path: string, bytes: Uint8Array) => Promise<void>;
  /** Writes the directory at the end. */
  finish: () => Promise<void>;
};

/** Files that are compressed already. */
const COMPRESSED = /\.(?:avif|webp|jpg|png|ico|woff2|tgz|gz)$/;
/** The level costs a third of the usual one, and the file gets a tenth larger. */
const LEVEL = 2;

const MOST_16 = 0xffff;
const MOST_32 = 0xffffffff;
/** 1980-01-01. */
const FIRST_DAY = 0x21;
const UTF_8 = 0x0800;
const STORED = 0;
const DEFLATED = 8;
const VERSION = 20;
const VERSION_64 = 45;
const UNIX = 3 << 8;
const PLAIN_FILE = 0o100644 * 0x10000;

const deflate = promisify(deflateRaw);

/** Makes a ZIP file and gives its bytes to `write`. */
export function streamZip(write: Write): ZipStream {
  const directory: Buffer[] = [];
  let offset = 0;
  return {
    add: async (path, bytes) => {
      const packed = COMPRESSED.test(path) ? bytes : await deflate(bytes, { level: LEVEL });
      const isSmaller = packed.byteLength < bytes.byteLength;
      const body = isSmaller ? packed : bytes;
      const entry = {
        name: Buffer.from(path),
        method: isSmaller ? DEFLATED : STORED,
        crc: crc32(bytes),
        size: bytes.byteLength,
        packed: body.byteLength,
      };
      const header = localHeader(entry);
      directory.push(centralHeader(entry, offset));
      await write(header);
      await write(body);
      offset += header.byteLength + body.byteLength;
    },
    finish: async () => {
      const headers = Buffer.concat(directory);
      await write(headers);
      await write(endOfDirectory(directory.length, offset, headers.byteLength));
    },
  };
}

type ZipEntry = { name: Buffer; method: number; crc: number; size: number; packed: number };

/** Section 4.3.7. */
function localHeader({ name, method, crc, size, packed }: ZipEntry): Buffer {
  const header = Buffer.alloc(30 + name.byteLength);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, { method, crc, size, packed }, VERSION);
  header.writeUInt16LE(name.byteLength, 26);
  name.copy(header, 30);
  return header;
}

/** Section 4.3.12; beyond 4 GB the place is in its own field (4.5.3). */
function centralHeader({ name, method, crc, size, packed }: ZipEntry, at: number): Buffer {
  const isFar = at > MOST_32 - 1;
  const header = Buffer.alloc(46 + name.byteLength + (isFar ? 12 : 0));
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(UNIX | VERSION_64, 4);
  writeCommon(header, 6, { method, crc, size, packed }, isFar ? VERSION_64 : VERSION);
  header.writeUInt16LE(name.byteLength, 28);
  header.writeUInt16LE(isFar ? 12 : 0, 30);
  header.writeUInt32LE(PLAIN_FILE, 38);
  header.writeUInt32LE(isFar ? MOST_32 : at, 42);
  name.copy(header, 46);
  if (isFar) {
    header.writeUInt16LE(1, 46 + name.byteLength);
    header.writeUInt16LE(8, 48 + name.byteLength);
    header.writeBigUInt64LE(BigInt(at), 50 + name.byteLength);
  }
  return header;
}

/** The fields that both headers have, from the version that is needed to the size. */
function writeCommon(header: Buffer, at: number, entry: Omit<ZipEntry, 'name'>, version: number): void {
  header.writeUInt16LE(version, at);
  header.writeUInt16LE(UTF_8, at + 2);
  header.writeUInt16LE(entry.method, at + 4);
  header.writeUInt16LE(FIRST_DAY, at + 8);
  header.writeUInt32LE(entry.crc, at + 10);
  header.writeUInt32LE(entry.packed, at + 14);
  header.writeUInt32LE(entry.size, at + 18);
}

/** Sections 4.3.14 to 4.3.16: with more entries or bytes than the old fields can say, the new ones come first. */
function endOfDirectory(count: number, from: number, bytes: number): Buffer {
  const isLarge = count >= MOST_16 || from + bytes >= MOST_32;
  const end = Buffer.alloc((isLarge ? 76 : 0) + 22);
  let at = 0;
  if (isLarge) {
    end.writeUInt32LE(0x06064b50, 0);
    end.writeBigUInt64LE(44n, 4);
    end.writeUInt16LE(UNIX | VERSION_64, 12);
    end.writeUInt16LE(VERSION_64, 14);
    end.writeBigUInt64LE(BigInt(count), 24);
    end.writeBigUInt64LE(BigInt(count), 32);
    end.writeBigUInt64LE(BigInt(bytes), 40);
    end.writeBigUInt64LE(BigInt(from), 48);
    end.writeUInt32LE(0x07064b50, 56);
    end.writeBigUInt64LE(BigInt(from + bytes), 64);
    end.writeUInt32LE(1, 72);
    at = 76;
  }
  end.writeUInt32LE(0x06054b50, at);
  end.writeUInt16LE(Math.min(count, MOST_16), at + 8);
  end.writeUInt16LE(Math.min(count, MOST_16), at + 10);
  end.writeUInt32LE(Math.min(bytes, MOST_32), at + 12);
  end.writeUInt32LE(Math.min(from, MOST_32), at + 16);
  return end;
}
