import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText, encodings, likelyEncoding, unicodeText } from './text-file.ts'

const bytesOf = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)))

/** Text as UTF-16. */
function utf16(text: string, isLittle: boolean, mark = ''): Uint8Array {
  const whole = mark + text
  const view = new DataView(new ArrayBuffer(whole.length * 2))
  for (let i = 0; i < whole.length; i++) view.setUint16(i * 2, whole.charCodeAt(i), isLittle)
  return new Uint8Array(view.buffer)
}

test('UTF-8 and UTF-16 are recognized, with and without a byte order mark', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decodeText(bytesOf(text), 'utf-8')).toBe(text.replace(/^\ufeff/, ''))
      expect(['utf-8', 'utf-16le', 'utf-16be']).toContain(likelyEncoding(bytesOf(`name;type\n${text}`), 'de'))
    }),
  )
  const text = 'name;type\nKühlhaus Süd;default\nНасос;default'
  expect(likelyEncoding(bytesOf(text), 'de')).toBe('utf-8')
  expect(decodeText(bytesOf([0xef, 0xbb, 0xbf], text), 'utf-8')).toBe(text)
  for (const [encoding, isLittle] of [
    ['utf-16le', true],
    ['utf-16be', false],
  ] as const) {
    for (const mark of ['', '\ufeff']) {
      const bytes = utf16(text, isLittle, mark)
      expect(likelyEncoding(bytes, 'de')).toBe(encoding)
      expect(decodeText(bytes, encoding)).toBe(text)
    }
  }
})

test('other bytes are read as is usual for the language', () => {
  const latin = bytesOf('name;type\nK', [0xfc], 'hlhaus S', [0xfc], 'd;default')
  expect(decodeText(latin, 'utf-8')).toBeNull()
  expect(decodeText(latin, likelyEncoding(latin, 'de-DE'))).toBe('name;type\nKühlhaus Süd;default')
  const cyrillic = bytesOf([0xcd, 0xe0, 0xf1, 0xee, 0xf1])
  expect(decodeText(cyrillic, likelyEncoding(cyrillic, 'uk'))).toBe('Насос')
  const languages = ['en-US', 'pl', 'el', 'tr-TR', 'lt', 'ja', 'zh-TW', 'zh-CN', 'ko', '']
  expect(languages.map((language) => likelyEncoding(latin, language))).toEqual([
    'windows-1252',
    'windows-1250',
    'windows-1253',
    'windows-1254',
    'windows-1257',
    'shift_jis',
    'big5',
    'gb18030',
    'euc-kr',
    'windows-1252',
  ])
})

test('all encodings of the choice can be read', () => {
  for (const encoding of encodings) expect(decodeText(new Uint8Array(), encoding)).toBe('')
})

test('a file that must be Unicode is read or refused as a whole', async () => {
  expect(await unicodeText(new Blob([utf16('{"a":"ü"}', true, '\ufeff') as BlobPart]))).toBe('{"a":"ü"}')
  expect(await unicodeText(new Blob([bytesOf('{"a":"', [0xfc], '"}') as BlobPart]))).toBeNull()
})
