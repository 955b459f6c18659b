import { readFileSync } from 'node:fs';

// Well-known passwords of twelve or more characters; shorter ones are refused anyway. The file beside this one has the 4,000
// most frequent ones of the ten-million list of SecLists (github.com/danielmiessler/SecLists, CC BY-SA 3.0, cut to these lengths);
// here are those that the list is too old to have.
const LIST = `
123456789012 1234567890123 12345678901234 123456789123 123456789abc 1234567891011 123123123123 111111111111 000000000000
1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc q1w2e3r4t5y6 qwertyuiop12 qwertyuiop123 qwerty123456 qwertyuiopas qwertyuiop[]
asdfghjkl123 asdfghjkl;' zxcvbnm12345 abcdefghijkl abcd12345678 abc123456789 password1234 password12345 password123456
passwordpassword password2024 password2025 password2026 passw0rd1234 p@ssw0rd1234 p@ssword1234 letmein12345 letmeinletmein
welcome12345 welcome123456 welcome2024! welcome2025! welcome2026! iloveyou1234 iloveyou12345 iloveyouforever administrator
administrator1 admin1234567 adminadminadmin changeme1234 changemechangeme trustno1trustno1 monkey123456 dragon123456
football1234 baseball1234 superman1234 sunshine1234 princess1234 unknown12345 computer1234 internet1234 correcthorsebatterystaple
construction construction1 construction123 plumblineplumbline plumbline123 editoreditor editor123456 newsroom1234
`;

let known: ReadonlySet<string> | null = null;

/** Whether attackers try this password first, whatever its case. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(
    [LIST, readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')].join(' ').split(/\s+/),
  );
  return known.has(password.toLowerCase());
}
