/** Reads text files that users choose: recognizes their encoding, and replaces no byte silently. */

/** Encodings of text files, in the order of the choice. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export type Encoding = (typeof encodings)[number]

/** Encodings that Windows programs save in, by the language of the user; others: Western European. */
const ofLanguages: readonly (readonly [languages: string, encoding: Encoding])[] = [
  ['cs hr hu pl ro sk sl sq', 'windows-1250'],
  ['be bg mk ru sr uk', 'windows-1251'],
  ['el', 'windows-1253'],
  ['az tr', 'windows-1254'],
  ['et lt lv', 'windows-1257'],
  ['ja', 'shift_jis'],
  ['zh-hant zh-hk zh-tw', 'big5'],
  ['zh', 'gb18030'],
  ['ko', 'euc-kr'],
]

/** Number of bytes that decide whether a text is UTF-16. */
const sampleBytes = 2_000

/** Text without a byte order mark; null: the bytes aren't valid in this encoding. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Encoding of the bytes as far as they show it; otherwise the one that is usual for the language, such as `de-DE`. */
export function likelyEncoding(bytes: Uint8Array, language: string): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const sample = bytes.subarray(0, sampleBytes)
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // Every other byte of a Latin text is zero in UTF-16, and none in other encodings.
  if (odd > sample.length / 8 && odd > even) return 'utf-16le'
  if (even > sample.length / 8) return 'utf-16be'
  return decodeText(bytes, 'utf-8') === null ? usualEncoding(language.toLowerCase()) : 'utf-8'
}

function usualEncoding(language: string): Encoding {
  const isOne = (name: string) => language === name || language.startsWith(`${name}-`)
  return ofLanguages.find(([names]) => names.split(' ').some(isOne))?.[1] ?? 'windows-1252'
}

/** Text of a file that must be Unicode, such as JSON; null: it isn't. */
export async function unicodeText(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding = likelyEncoding(bytes, '')
  return encoding.startsWith('utf') ? decodeText(bytes, encoding) : null
}
