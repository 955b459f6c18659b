import type { ProseSection } from '#core/prose.ts';
import type { Publication } from '#runtime/config/config.ts';

/** How to verify a signed record with OpenSSL and nothing else. A test runs these commands as they are printed. */
export function methodSections({ baseUrl }: Publication): readonly ProseSection[] {
  return [
    {
      id: 'records',
      title: 'Signed records',
      text: [
        'For each revision that was published there is a record at `/{section}/{slug}/r/{revision}/record.json`. It states the headline, the dek, the byline, the SHA-256 of each block of text, the sources, how each number was settled, the corrections up to then and the time. It never changes. The number of a revision is the one in its address; the first is 0.',
        'Each record is signed with the key of this site (Ed25519). A withdrawn article takes its records with it.',
        'The keys are at [/.well-known/record-keys.json](/.well-known/record-keys.json), each with a statement that the previous key signed, and as a JSON Web Key Set at [/.well-known/jwks.json](/.well-known/jwks.json).',
      ],
    },
    {
      id: 'verify',
      title: 'Verify a record',
      text: [
        'These commands need only curl, sed, tr and OpenSSL 3. Put in the section, the slug and the revision. The last command says `Signature Verified Successfully`.',
        { code: recipe(baseUrl), language: 'sh' },
        'The record names the SHA-256 of the whole text as `json`: compare it with `curl -sS "$SITE/SECTION/SLUG/r/REVISION.json" | openssl dgst -sha256`. With Plumbline, `plumbline verify ADDRESS` does all of this.',
        'The signature proves that the holder of the key signed these words. It does not prove the time: for that, keep the record, or let somebody else keep it.',
      ],
    },
  ];
}

function recipe(baseUrl: string): string {
  return `SITE=${baseUrl}
curl -sSf -o record.json "$SITE/SECTION/SLUG/r/REVISION/record.json"
KEY=$(sed 's/.*"key":"\\([A-Za-z0-9_-]*\\)","value":"[^"]*"}}$/\\1/' record.json)
curl -sSf -o key.pem "$SITE/.well-known/record-keys/$KEY.pem"
sed 's/.*"value":"\\([^"]*\\)"}}$/\\1/' record.json |
  openssl base64 -d -A -out signature.bin
sed 's/^{"record":\\(.*\\),"signature":{[^{}]*}}$/\\1/' record.json |
  tr -d '\\n' > signed.json
openssl pkeyutl -verify -pubin -inkey key.pem -rawin \\
  -in signed.json -sigfile signature.bin`;
}
